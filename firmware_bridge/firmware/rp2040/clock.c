/* The timer counts microseconds; its first alarm ends a sleep. */
#include "board.h"

#define ALARM_0 1u

static volatile bool woken;

/* An interrupt only ends the sleep; its cause is polled for. It is then disabled until the next sleep, or
 * it would come again until its cause is gone. */
void clock_wake(void)
{
    REGISTER(NVIC_ICER) = IRQ_TIMER_0 | IRQ_USBCTRL;
    woken = true;
}

/* An alarm for a time that is past would not come. If an interrupt comes just before WFE, the return from
 * its handler is the event that WFE waits for. */
void clock_rest(uint32_t us)
{
    const uint32_t now = REGISTER(TIMER_TIMERAWL), until = now - now % us + us;
    REGISTER(TIMER_ALARM0) = until;
    REGISTER(TIMER_INTR) = ALARM_0;
    REGISTER(TIMER_INTE) = ALARM_0;
    woken = false;
    REGISTER(NVIC_ISER) = IRQ_TIMER_0 | IRQ_USBCTRL;
    while (!woken && until - REGISTER(TIMER_TIMERAWL) - 1u < us)
        __asm__ volatile("wfe" : : : "memory");
}
