/* Time as the board knows it: a counter of 64 µs that wraps round after 4.2 s. */
#ifndef CRIBBLE_TICKS_H
#define CRIBBLE_TICKS_H

#include <stdint.h>

/* 16 MHz / 1024, so that a timer of the ATmega328P counts them by itself, even while interrupts are
 * off. */
#define TICK_US 64u
#define TICKS(milliseconds) ((uint16_t)(((milliseconds)*1000uL + TICK_US - 1u) / TICK_US))

/* Right as long as it is asked within 4.2 s of then. */
static inline uint16_t ticks_since(uint16_t then, uint16_t now)
{
    return (uint16_t)(now - then);
}

#endif
