/* The strip: WS2812 pixels on one pin. */
#ifndef CRIBBLE_STRIP_H
#define CRIBBLE_STRIP_H

#include <stdint.h>

void strip_start(void);

/* Send each byte at the level, see lit() in pixels.h. Interrupts are off for 10 µs a byte. */
void strip_show(const uint8_t *colours, uint16_t bytes, uint8_t level);

#endif
