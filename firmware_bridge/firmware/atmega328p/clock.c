/* Timer 1 counts ticks, timer 0 wakes the chip. */
#include "clock.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "ticks.h"

#define TICK_PRESCALER 1024uL
#define WAKE_PRESCALER 64uL
#define WAKE_HZ 1000uL

_Static_assert(TICK_PRESCALER * 1000000uL / TICK_US == F_CPU, "a tick of timer 1 takes 64 µs");

void clock_start(void)
{
    TCCR1A = 0; /* normal mode */
    TCCR1B = _BV(CS12) | _BV(CS10); /* F_CPU / 1024 */
    TCCR0A = _BV(WGM01); /* clear timer on compare match */
    OCR0A = F_CPU / WAKE_PRESCALER / WAKE_HZ - 1u;
    TCCR0B = _BV(CS01) | _BV(CS00); /* F_CPU / 64 */
    TIMSK0 = _BV(OCIE0A);
    SMCR = SLEEP_MODE_IDLE; /* timers and USART keep running */
}

EMPTY_INTERRUPT(TIMER0_COMPA_vect)

/* The instruction after SEI runs before any pending interrupt, so no wake-up can be missed. */
void clock_sleep(void)
{
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
}
