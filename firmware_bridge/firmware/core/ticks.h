/* Time in ticks of 64 µs; the 16-bit counter wraps after 4.2 s. */
#ifndef CRIBBLE_TICKS_H
#define CRIBBLE_TICKS_H

#include <stdint.h>

/* 16 MHz / 1024: a hardware timer of the ATmega328P counts ticks even while interrupts are off. */
#define TICK_US 64u
#define TICKS(milliseconds) ((uint16_t)(((milliseconds)*1000uL + TICK_US - 1u) / TICK_US))

/* Valid for intervals shorter than 4.2 s. */
static inline uint16_t ticks_since(uint16_t then, uint16_t now)
{
    return (uint16_t)(now - then);
}

#endif
