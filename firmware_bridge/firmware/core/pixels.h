/* The strip's colours as received, and the brightness level that keeps it within its current limit. */
#ifndef CRIBBLE_PIXELS_H
#define CRIBBLE_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

/* 1,200 of the 2,048 bytes of RAM of an ATmega328P. */
#ifndef MAX_PIXELS
#define MAX_PIXELS 400u
#endif

#define PIXEL_BYTES 3u

/* Limits that no host can override: the maximum current of the strip, computed with at least this current
 * per pixel at full white. The default build sets no ceiling. */
#ifndef CEILING_MA
#define CEILING_MA 65535u
#endif
#ifndef CEILING_LED_MA
#define CEILING_LED_MA 60u
#endif

/* The strip as CONFIGURE describes it. */
struct tape {
    uint16_t pixels;
    uint16_t limit_ma;
    uint16_t led_ma;
    uint16_t link; /* the pixel that goes dark when the link is lost, or NO_PIXEL */
};

/* Pixels past the end of the tape are kept dark: a shorter tape may be configured for the same strip. */
struct pixels {
    struct tape tape;
    uint16_t longest; /* longest tape configured since the start: all its pixels draw current */
    uint16_t lit_to;  /* pixels below this index may be lit; at the start, all of them */
    uint8_t colours[PIXEL_BYTES * MAX_PIXELS];
    uint8_t level;                  /* brightness, see lit() */
    uint8_t link_kept[PIXEL_BYTES]; /* colours of the link pixel, saved while it is dark */
    bool link_dark;
};

/* Scale a colour byte by a level from 0 (dark) to 255 (unchanged). */
static inline uint8_t lit(uint8_t byte, uint8_t level)
{
    return (uint8_t)((uint16_t)(byte * (level + 1u)) >> 8);
}

/* Initialise: no strip, all pixels dark. */
void pixels_start(struct pixels *pixels);

/* Set the strip. Pixels past its end go dark with the next update. */
void pixels_configure(struct pixels *pixels, const struct tape *tape);

/* Number of pixels to send now: once, more than the strip has, if pixels past its end may be lit. */
uint16_t pixels_to_show(struct pixels *pixels);

/* Whether the values are valid; the length is not checked against MAX_PIXELS. */
bool tape_can_be(const struct tape *tape);

/* Whether the bytes are complete runs and all their pixels are on the strip. */
bool runs_fit(const struct pixels *pixels, const uint8_t *bytes, unsigned length);

/* Set the colours of runs that runs_fit() accepted. */
void paint_runs(struct pixels *pixels, const uint8_t *bytes, unsigned length);

/* Set the level so that the picture stays within the configured current and the ceiling. */
void choose_level(struct pixels *pixels);

/* Turn the link pixel off, or restore it. Return whether the picture changed. */
bool darken_link(struct pixels *pixels);
bool light_link(struct pixels *pixels);

#endif
