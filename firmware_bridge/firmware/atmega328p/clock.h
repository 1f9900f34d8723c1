/* Time and sleep. */
#ifndef CRIBBLE_CLOCK_H
#define CRIBBLE_CLOCK_H

#include <avr/io.h>
#include <stdint.h>

void clock_start(void);

/* Current time in ticks of 64 µs (ticks.h), counted even while interrupts are off. Do not call this from
 * an interrupt handler: the two bytes are read through a register that all 16-bit timers share. */
static inline uint16_t clock_now(void)
{
    return TCNT1;
}

/* Sleep for up to 1 ms or until an interrupt. Call with interrupts off, so that none is missed between
 * the caller's last check and the sleep; they are on when it returns. */
void clock_sleep(void);

#endif
