/* The strip: WS2812 pixels on one pin. */
#ifndef CRIBBLE_STRIP_H
#define CRIBBLE_STRIP_H

#include <stdbool.h>
#include <stdint.h>

void strip_start(void);

/* Send bytes, each scaled by lit() (pixels.h). Interrupts are off for BYTE_US per byte; meanwhile the
 * keypad is polled. Return the number of consecutive bytes, up to the last one, during which `any contact
 * is closed` differed from `touched`. */
#define BYTE_US 10u
uint16_t strip_show(const uint8_t *colours, uint16_t bytes, uint8_t level, bool touched);

#endif
