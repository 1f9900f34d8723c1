/* One row is low at a time and the others are not driven, so that two keys of one column never join a
 * high pin to a low one. Without a keypad the pull-ups say that nothing is pressed. */
#include "keypad.h"

#include <util/delay.h>

#include "keys.h"
#include "pins.h"

/* A column rises through a pull-up of 20 to 50 kΩ (data sheet); with 100 pF of cable that takes
 * 5 µs, and four times as long to be sure. */
#define SETTLE_US 20

_Static_assert(COLUMNS_MASK == _BV(KEY_COLUMNS) - 1, "the columns are the lowest pins of their port");

/* The rows' PORT bits stay 0: a row that is an output is low, one that is an input floats. */
void keypad_start(void)
{
    COLUMNS_DDR &= (uint8_t)~COLUMNS_MASK;
    COLUMNS_PORT |= COLUMNS_MASK;
}

static uint8_t columns_of(uint8_t number)
{
    const uint8_t row = (uint8_t)(_BV(FIRST_ROW_BIT) << number);
    ROWS_DDR |= row;
    _delay_us(SETTLE_US);
    uint8_t closed = (uint8_t)~COLUMNS_PIN & COLUMNS_MASK;
    ROWS_DDR &= (uint8_t)~row;
    return closed;
}

uint16_t keypad_matrix(void)
{
    uint16_t matrix = 0;
    for (uint8_t row = KEY_ROWS; row-- > 0;)
        matrix = (uint16_t)(matrix << KEY_COLUMNS) | columns_of(row);
    return matrix;
}
