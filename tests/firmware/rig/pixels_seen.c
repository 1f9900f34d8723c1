/* Decodes the strip's data line as WS2812 pixels do. */
#include <simavr/avr_ioport.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rig.h"

/* A low of this length is a reset (WS2812B-V5). Pixels differ on whether a shorter one is, so the lows
 * within a picture are reported too. */
#define RESET_US 280u

/* A pixel samples the line about 600 ns after the rising edge. */
#define ONE_FROM 10u

#define MAX_BYTES 4096u

/* Shortest and longest time, in cycles. */
struct span {
    uint64_t least, most;
};

static struct {
    avr_cycle_count_t rose, fell, began;
    unsigned bits;
    uint8_t bytes[MAX_BYTES];
    struct span high[2], low[2]; /* of bits that are 0, and 1 */
    uint64_t reset;              /* low time before the picture */
    unsigned last;
} seen;

static void widen(struct span *span, uint64_t cycles)
{
    if (span->most == 0 || cycles < span->least)
        span->least = cycles;
    if (cycles > span->most)
        span->most = cycles;
}

static void print_span(const char *name, const struct span *span)
{
    printf(", \"%s\": [%.1f, %.1f]", name, (double)span->least * NS_A_CYCLE,
           (double)span->most * NS_A_CYCLE);
}

static void tell_picture(void)
{
    printf("{\"is\": \"picture\", \"at_us\": %.1f, \"took_us\": %.1f, \"reset_us\": %.1f, \"bits\": %u",
           us_of(seen.began), us_of(seen.fell - seen.began), us_of(seen.reset), seen.bits);
    print_span("t0h", &seen.high[0]);
    print_span("t1h", &seen.high[1]);
    print_span("t0l", &seen.low[0]);
    print_span("t1l", &seen.low[1]);
    printf(", \"colours\": \"");
    for (unsigned at = 0; at < seen.bits / 8; at++)
        printf("%02x", seen.bytes[at]);
    printf("\"}\n");
}

static void begin_picture(avr_cycle_count_t now)
{
    uint64_t reset = now - seen.fell;
    avr_cycle_count_t fell = seen.fell;
    memset(&seen, 0, sizeof seen);
    seen.fell = fell;
    seen.began = now;
    seen.reset = reset;
}

static bool was_reset(avr_cycle_count_t now)
{
    return now - seen.fell >= RESET_US * CYCLES_A_US;
}

static void line_rises(avr_cycle_count_t now)
{
    if (seen.bits == 0)
        begin_picture(now);
    else
        widen(&seen.low[seen.last], now - seen.fell);
    seen.rose = now;
}

static void line_falls(avr_cycle_count_t now)
{
    uint64_t high = now - seen.rose;
    seen.last = high >= ONE_FROM;
    widen(&seen.high[seen.last], high);
    seen.fell = now;
    if (seen.bits < 8 * MAX_BYTES) {
        seen.bytes[seen.bits / 8] |= (uint8_t)(seen.last << (7 - seen.bits % 8));
        seen.bits++;
    }
}

static void line_moves(struct avr_irq_t *irq, uint32_t high, void *chip)
{
    (void)irq;
    const avr_t *avr = chip;
    pixels_poll(avr);
    if (high)
        line_rises(avr->cycle);
    else if (seen.rose > seen.fell)
        line_falls(avr->cycle);
}

void pixels_poll(const avr_t *avr)
{
    if (seen.bits == 0 || seen.rose > seen.fell || !was_reset(avr->cycle))
        return;
    tell_picture();
    seen.bits = 0;
}

void pixels_watch(avr_t *avr, char port, int pin)
{
    avr_irq_t *line = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin);
    avr_irq_register_notify(line, line_moves, avr);
}
