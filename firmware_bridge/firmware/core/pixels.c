/* Painting and current limit. Runs are validated before the first pixel is changed. */
#include "pixels.h"

#include <string.h>

#include "number.h"
#include "protocol.h"

#define MAX_LED_MA 1000u
#define FULL_WHITE 765u /* sum of the three bytes of a pixel */
#define RUN_HEADER 3u

_Static_assert(CEILING_MA <= UINT16_MAX, "CEILING_MA must be at most 65,535");
_Static_assert(CEILING_LED_MA > 0 && CEILING_LED_MA <= MAX_LED_MA, "CEILING_LED_MA must be 1 to 1,000");

void pixels_start(struct pixels *pixels)
{
    memset(pixels, 0, sizeof *pixels);
    pixels->lit_to = MAX_PIXELS;
}

void pixels_configure(struct pixels *pixels, const struct tape *tape)
{
    const unsigned end = PIXEL_BYTES * tape->pixels;
    pixels->tape = *tape;
    if (tape->pixels > pixels->longest)
        pixels->longest = tape->pixels;
    memset(pixels->colours + end, 0, sizeof pixels->colours - end);
}

uint16_t pixels_to_show(struct pixels *pixels)
{
    const uint16_t strip = pixels->tape.pixels, lit_to = pixels->lit_to;
    pixels->lit_to = strip;
    return strip > lit_to ? strip : lit_to;
}

bool tape_can_be(const struct tape *tape)
{
    return tape->pixels > 0 && tape->led_ma > 0 && tape->led_ma <= MAX_LED_MA
           && (tape->link == NO_PIXEL || tape->link < tape->pixels);
}

struct run {
    unsigned first;
    unsigned pixels;
    bool same;
    const uint8_t *colours;
};

static unsigned colour_bytes(const struct run *run)
{
    return run->same ? PIXEL_BYTES : PIXEL_BYTES * run->pixels;
}

/* Read the first run and return its size in bytes, 0 if it is truncated. */
static unsigned read_run(const uint8_t *bytes, unsigned length, struct run *run)
{
    if (length < RUN_HEADER)
        return 0;
    uint16_t first = number_at(bytes);
    run->first = first & (RUN_SAME - 1u);
    run->same = (first & RUN_SAME) != 0;
    run->pixels = bytes[2];
    run->colours = bytes + RUN_HEADER;
    unsigned taken = RUN_HEADER + colour_bytes(run);
    return taken > length ? 0 : taken;
}

/* run.first + run.pixels fits in 16 bits: 7FFF + FF. */
bool runs_fit(const struct pixels *pixels, const uint8_t *bytes, unsigned length)
{
    while (length > 0) {
        struct run run;
        unsigned taken = read_run(bytes, length, &run);
        if (taken == 0 || run.pixels == 0 || run.first + run.pixels > pixels->tape.pixels)
            return false;
        bytes += taken;
        length -= taken;
    }
    return true;
}

static void paint_run(struct pixels *pixels, const struct run *run)
{
    uint8_t *to = pixels->colours + PIXEL_BYTES * run->first;
    if (!run->same) {
        memcpy(to, run->colours, colour_bytes(run));
        return;
    }
    for (unsigned painted = 0; painted < run->pixels; painted++, to += PIXEL_BYTES)
        memcpy(to, run->colours, PIXEL_BYTES);
}

void paint_runs(struct pixels *pixels, const uint8_t *bytes, unsigned length)
{
    struct run run;
    for (unsigned taken; (taken = read_run(bytes, length, &run)) > 0; bytes += taken) {
        paint_run(pixels, &run);
        length -= taken;
    }
}

static uint32_t sum_of_bytes(const struct pixels *pixels)
{
    const uint8_t *end = pixels->colours + PIXEL_BYTES * pixels->tape.pixels;
    uint32_t sum = 0;
    for (const uint8_t *byte = pixels->colours; byte < end; byte++)
        sum += *byte;
    return sum;
}

/* The sum of colour bytes that a limit allows (WLED's estimate: a dark pixel draws 1 mA). 65,535 × 765
 * and 256 × 306,000 both fit in 32 bits. */
static uint32_t allowed_sum(uint16_t limit_ma, uint16_t led_ma, uint16_t dark_ma)
{
    uint16_t for_light = limit_ma > dark_ma ? limit_ma - dark_ma : 0;
    return (uint32_t)for_light * FULL_WHITE / led_ma;
}

/* Level 0 is dark (255 is shown as 255 / 256), so it also serves for the protocol's level + 1 = 0. */
void choose_level(struct pixels *pixels)
{
    const struct tape *tape = &pixels->tape;
    uint32_t sum = sum_of_bytes(pixels);
    uint32_t allowed = allowed_sum(tape->limit_ma, tape->led_ma, pixels->longest);
    uint32_t ceiling = allowed_sum(CEILING_MA, CEILING_LED_MA, pixels->longest);
    if (allowed > ceiling)
        allowed = ceiling;
    uint32_t level_and_one = sum <= allowed ? 256u : 256u * allowed / sum;
    pixels->level = (uint8_t)(level_and_one > 0 ? level_and_one - 1u : 0u);
}

static uint8_t *link_colours(struct pixels *pixels)
{
    return pixels->colours + PIXEL_BYTES * pixels->tape.link;
}

bool darken_link(struct pixels *pixels)
{
    if (pixels->link_dark || pixels->tape.link == NO_PIXEL)
        return false;
    memcpy(pixels->link_kept, link_colours(pixels), PIXEL_BYTES);
    memset(link_colours(pixels), 0, PIXEL_BYTES);
    return pixels->link_dark = true;
}

bool light_link(struct pixels *pixels)
{
    if (!pixels->link_dark)
        return false;
    memcpy(link_colours(pixels), pixels->link_kept, PIXEL_BYTES);
    pixels->link_dark = false;
    return true;
}
