/* Simulated keypad without diodes: rows on D2 to D5, columns on D8 to D11. */
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rig.h"

#define KEYS 16u
#define ROWS 4
#define COLUMNS 4
#define COLUMNS_MASK 0xfu
#define FIRST_ROW_PIN 2
#define BOUNCE_US 12000u

static uint16_t fingers;
static avr_cycle_count_t rests_at[KEYS];
static avr_irq_t *column_pins;
static unsigned low_rows;
static unsigned long samples;

/* A bouncing contact is open or closed at random. */
static bool closed(const avr_t *avr, unsigned row, unsigned column)
{
    unsigned key = COLUMNS * row + column;
    if (avr->cycle < rests_at[key])
        return rand() & 1;
    return fingers >> key & 1;
}

/* Columns connected to a row that is low, through other rows too (ghosting). */
static uint8_t low_columns(const avr_t *avr, unsigned rows)
{
    uint16_t contacts = 0;
    for (unsigned key = 0; key < KEYS; key++)
        contacts |= (uint16_t)(closed(avr, key / COLUMNS, key % COLUMNS) << key);
    unsigned columns = 0, before;
    do {
        before = columns;
        for (unsigned row = 0; row < ROWS; row++) {
            unsigned across = contacts >> COLUMNS * row & 0xfu;
            if (rows >> row & 1u || across & columns) {
                columns |= across;
                rows |= across ? 1u << row : 0u;
            }
        }
    } while (columns != before);
    return (uint8_t)columns;
}

/* Set the columns' levels, both now and for when the firmware writes to the port: the emulator then sets
 * its input pins to the external levels given here, or else to their pull-ups. */
void keypad_poll(avr_t *avr)
{
    const uint8_t low = low_columns(avr, low_rows);
    avr_ioport_external_t levels = {.name = 'B', .mask = COLUMNS_MASK, .value = COLUMNS_MASK & ~low};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B'), &levels);
    for (int column = 0; column < COLUMNS; column++)
        avr_raise_irq(column_pins + column, !(low >> column & 1));
}

/* A row is low while its pin is an output, since the firmware keeps its PORT bit 0. */
static void rows_change(struct avr_irq_t *irq, uint32_t outputs, void *chip)
{
    (void)irq;
    low_rows = outputs >> FIRST_ROW_PIN & 0xfu;
    samples += low_rows == 1;
    keypad_poll(chip);
}

/* Two rows are on pins with level-triggered interrupts: though these are not enabled, the emulator would
 * poll them in every cycle and never sleep. A reset also clears the columns' levels, but not the value
 * last raised, and raising an unchanged value has no effect. */
void keypad_after_reset(avr_t *avr)
{
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    for (int column = 0; column < COLUMNS; column++) {
        avr_raise_irq(column_pins + column, 0);
        avr_raise_irq(column_pins + column, 1);
    }
}

void keypad_connect(avr_t *avr)
{
    column_pins = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    avr_irq_t *rows = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_DIRECTION_ALL);
    avr_irq_register_notify(rows, rows_change, avr);
    srand(1);
}

void keypad_report(void)
{
    printf(", \"samples\": %lu", samples);
}

void keypad_touch(const avr_t *avr, unsigned key, int down, bool bounces)
{
    uint16_t bit = (uint16_t)(1u << key);
    fingers = (uint16_t)(down ? fingers | bit : fingers & ~bit);
    rests_at[key] = avr->cycle + (bounces ? BOUNCE_US * CYCLES_A_US : 0);
    printf("{\"is\": \"touched\", \"at_us\": %.1f}\n", us_of(avr->cycle));
}
