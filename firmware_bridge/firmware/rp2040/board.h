/* Pins of a Raspberry Pi Pico, and the functions that the files of this folder share. */
#ifndef CRIBBLE_BOARD_H
#define CRIBBLE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "registers.h"
#include "ticks.h"

/* GPIO numbers, as printed on a Pico (GP2 and so on). */
enum {
    FIRST_ROW_PIN = 2,    /* the keypad's rows, GP2 to GP5, one of them low at a time */
    STRIP_PIN = 6,        /* the strip's data line, GP6 */
    FIRST_COLUMN_PIN = 8, /* the keypad's columns, GP8 to GP11, pulled up */
    LED_PIN = 25,         /* the link LED: the built-in one */
};

static inline void pin_start(unsigned pin, uint32_t function, uint32_t pad)
{
    REGISTER(PAD(pin)) = pad;
    REGISTER(GPIO_CTRL(pin)) = function;
}

void keypad_start(void);
void strip_start(void);
void usb_start(void);

/* Random number of this start; call once. */
uint16_t boot_number(void);

/* Restart as the disk RPI-RP2, to which new firmware can be copied. */
_Noreturn void boot_loader(void);

/* Time in ticks. The microseconds wrap to 0 at a multiple of 65,536 ticks. */
static inline uint16_t clock_now(void)
{
    return (uint16_t)(REGISTER(TIMER_TIMERAWL) / TICK_US);
}

/* Sleep to the next multiple of these microseconds, or until the USB needs something. */
void clock_rest(uint32_t us);

/* Handler of all interrupts. */
void clock_wake(void);

/* True if any contact is closed. */
bool keypad_touched(void);

/* Scan the keypad: one bit per closed contact, row by row (keys.h). Takes 80 µs. */
uint16_t keypad_matrix(void);

/* Send pixels, scaled by lit() (pixels.h), and call `meanwhile`, which may take 200 µs, until all are. */
void strip_show(const uint8_t *colours, uint16_t pixels, uint8_t level, void (*meanwhile)(void));

/* Serve the USB; call every few milliseconds. */
void usb_poll(void);

/* Read the next byte received; return false if there is none. The host waits while bytes are left. */
bool usb_read(uint8_t *byte);

/* Send bytes without waiting. If the host does not take them, they are dropped. */
void usb_write(const uint8_t *bytes, unsigned length);

#endif
