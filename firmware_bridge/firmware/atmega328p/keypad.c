/* When idle, all rows are low, so that one read of the columns shows whether any contact is closed. During
 * a scan one row is low at a time and the others float: no row is ever driven high, so two keys of one
 * column cannot short a high pin to a low one. Without a keypad the pull-ups read as no key pressed. */
#include "keypad.h"

#include <util/delay.h>

#include "keys.h"
#include "pins.h"

/* A column rises through a pull-up of 20 to 50 kΩ (data sheet): 5 µs with 100 pF of cable, times four
 * as a margin. */
#define SETTLE_US 20

_Static_assert(COLUMNS_MASK == _BV(KEY_COLUMNS) - 1, "the columns are the lowest pins of their port");

static uint8_t closed_columns(void)
{
    return (uint8_t)~COLUMNS_PIN & COLUMNS_MASK;
}

bool keypad_touched(void)
{
    return closed_columns() != 0;
}

static void drive(uint8_t rows)
{
    ROWS_DDR = (uint8_t)((ROWS_DDR & ~ROWS_MASK) | rows);
}

/* The rows' PORT bits stay 0: as an output a row is low, as an input it floats. */
void keypad_start(void)
{
    COLUMNS_DDR &= (uint8_t)~COLUMNS_MASK;
    COLUMNS_PORT |= COLUMNS_MASK;
    drive(ROWS_MASK);
}

static uint8_t columns_of(uint8_t row)
{
    drive((uint8_t)(_BV(FIRST_ROW_BIT) << row));
    _delay_us(SETTLE_US);
    return closed_columns();
}

uint16_t keypad_matrix(void)
{
    uint16_t matrix = 0;
    for (uint8_t row = KEY_ROWS; row-- > 0;)
        matrix = (uint16_t)(matrix << KEY_COLUMNS) | columns_of(row);
    drive(ROWS_MASK);
    return matrix;
}
