/* A WS2812 strip on a pin: what its pixels take, and how long the line was high and low. */
#ifndef CRIBBLE_RIG_PIXELS_SEEN_H
#define CRIBBLE_RIG_PIXELS_SEEN_H

#include <simavr/sim_avr.h>

void pixels_watch(avr_t *avr, char port, int pin);

/* Tell of a picture once the line has been low for long enough; to be asked now and then. */
void pixels_look(const avr_t *avr);

#endif
