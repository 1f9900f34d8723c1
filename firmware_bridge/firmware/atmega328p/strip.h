/* The strip: WS2812 pixels on one pin. */
#ifndef CRIBBLE_STRIP_H
#define CRIBBLE_STRIP_H

#include <stdbool.h>
#include <stdint.h>

void strip_start(void);

/* Send each byte at the level, see lit() in pixels.h. Interrupts are off for BYTE_US a byte. Meanwhile the
 * keypad is watched: the answer is for how many bytes, up to the last one, it was otherwise than known
 * whether any contact is closed. */
#define BYTE_US 10u
uint16_t strip_show(const uint8_t *colours, uint16_t bytes, uint8_t level, bool touched);

#endif
