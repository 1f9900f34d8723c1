/* As on the ATmega328P: when idle, all rows are low; during a scan one is, and the others float. */
#include "board.h"
#include "keys.h"

/* A column rises through a pull-up of 50 to 80 kΩ (data sheet): 8 µs with 100 pF of cable, with a margin. */
#define SETTLE_US 20u

#define ALL_ROWS ((BIT(KEY_ROWS) - 1u) << FIRST_ROW_PIN)
#define ALL_COLUMNS (BIT(KEY_COLUMNS) - 1u)

static unsigned closed_columns(void)
{
    return ~REGISTER(SIO_GPIO_IN) >> FIRST_COLUMN_PIN & ALL_COLUMNS;
}

bool keypad_touched(void)
{
    return closed_columns() != 0;
}

static void drive(uint32_t rows)
{
    REGISTER(SIO_GPIO_OE_CLR) = ALL_ROWS & ~rows;
    REGISTER(SIO_GPIO_OE_SET) = rows;
}

/* The rows' output bits stay 0: as an output a row is low, as an input it floats. */
void keypad_start(void)
{
    for (unsigned row = 0; row < KEY_ROWS; row++)
        pin_start(FIRST_ROW_PIN + row, FUNCTION_SIO, PAD_4MA | PAD_INPUT);
    for (unsigned column = 0; column < KEY_COLUMNS; column++)
        pin_start(FIRST_COLUMN_PIN + column, FUNCTION_SIO, PAD_PULL_UP | PAD_SCHMITT | PAD_INPUT);
    REGISTER(SIO_GPIO_OUT_CLR) = ALL_ROWS;
    drive(ALL_ROWS);
}

uint16_t keypad_matrix(void)
{
    unsigned matrix = 0;
    for (unsigned row = 0; row < KEY_ROWS; row++) {
        drive(BIT(FIRST_ROW_PIN + row));
        for (const uint32_t began = REGISTER(TIMER_TIMERAWL); REGISTER(TIMER_TIMERAWL) - began <= SETTLE_US;)
            ;
        matrix |= closed_columns() << KEY_COLUMNS * row;
    }
    drive(ALL_ROWS);
    return (uint16_t)matrix;
}
