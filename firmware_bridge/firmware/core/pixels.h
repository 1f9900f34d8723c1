/* The colours of the strip as they were sent, and how much of their light may be shown. */
#ifndef CRIBBLE_PIXELS_H
#define CRIBBLE_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

/* 1,200 of the 2,048 bytes that an ATmega328P has. */
#ifndef MOST_PIXELS
#define MOST_PIXELS 400u
#endif

#define PIXEL_BYTES 3u

/* What no host can raise: the current of the strip, and the least that one of its pixels takes when it is
 * full white. By itself the build has no such ceiling. */
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
    uint16_t link; /* the pixel that shows silence; NO_PIXEL: none */
};

/* The pixels past the tape are dark, for they stay on the strip when a shorter one is configured. */
struct pixels {
    struct tape tape;
    uint16_t longest; /* that was configured since the start: all those pixels take current */
    uint16_t lit_to;  /* pixels before this one may be lit: at the start all, whatever the strip is */
    uint8_t colours[PIXEL_BYTES * MOST_PIXELS];
    uint8_t level;                  /* at which they are shown, see lit() */
    uint8_t link_kept[PIXEL_BYTES]; /* its colours while the link pixel is dark */
    bool link_dark;
};

/* What the strip shows of a byte at a level, 0 for dark to 255 for as it was sent. */
static inline uint8_t lit(uint8_t byte, uint8_t level)
{
    return (uint8_t)((uint16_t)(byte * (level + 1u)) >> 8);
}

/* No strip, everything dark. */
void pixels_start(struct pixels *pixels);

/* Take this for the strip. What it has no more is dark from the next show on. */
void pixels_configure(struct pixels *pixels, const struct tape *tape);

/* How many pixels are to be shown now: more than the strip has, once, where those beyond may be lit. */
uint16_t pixels_to_show(struct pixels *pixels);

/* True if there is such a strip, large or small. */
bool tape_can_be(const struct tape *tape);

/* True if the bytes are runs, the last one ending with them, of pixels that the strip has. */
bool runs_fit(const struct pixels *pixels, const uint8_t *bytes, unsigned length);

/* Give every pixel of such runs its colour. */
void paint_runs(struct pixels *pixels, const uint8_t *bytes, unsigned length);

/* Choose the level at which the picture stays within the current that the strip may draw, and within the
 * ceiling. */
void choose_level(struct pixels *pixels);

/* Make the link pixel dark, or give it its colours back; whether that changed the picture. */
bool darken_link(struct pixels *pixels);
bool light_link(struct pixels *pixels);

#endif
