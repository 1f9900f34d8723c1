/* The chip's time, and its sleep. */
#ifndef CRIBBLE_CLOCK_H
#define CRIBBLE_CLOCK_H

#include <avr/io.h>
#include <stdint.h>

void clock_start(void);

/* Ticks of 64 µs (ticks.h): timer 1 counts them while interrupts are off, too. Its two bytes are read
 * through a register that all 16-bit timers share, so no interrupt may do the same. */
static inline uint16_t clock_now(void)
{
    return TCNT1;
}

/* Rest for 1 ms at most; any interrupt ends it. To be called with interrupts off, so that none slips
 * in between the caller's last look and the sleep; they are on when it returns. */
void clock_sleep(void);

#endif
