/* Pin assignment. On an Uno or Nano, PD2 to PD7 are labelled D2 to D7, and PB0 to PB5 D8 to D13. */
#ifndef CRIBBLE_PINS_H
#define CRIBBLE_PINS_H

#include <avr/io.h>

/* The strip's data line: D6. */
#define STRIP_PORT PORTD
#define STRIP_DDR DDRD
#define STRIP_BIT PD6

/* The rows of the keypad, D2 to D5, one of them low at a time. */
#define ROWS_PORT PORTD
#define ROWS_DDR DDRD
#define FIRST_ROW_BIT PD2
#define ROWS_MASK (_BV(PD2) | _BV(PD3) | _BV(PD4) | _BV(PD5))

/* The columns of the keypad, D8 to D11, pulled up. */
#define COLUMNS_PORT PORTB
#define COLUMNS_DDR DDRB
#define COLUMNS_PIN PINB
#define COLUMNS_MASK (_BV(PB0) | _BV(PB1) | _BV(PB2) | _BV(PB3))

/* The link LED: the built-in LED of an Uno or Nano, D13. */
#define LED_PORT PORTB
#define LED_DDR DDRB
#define LED_BIT PB5

#endif
