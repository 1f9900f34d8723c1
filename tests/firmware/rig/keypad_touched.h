/* A keypad on the chip's pins, whose contacts bounce and which has no diodes. */
#ifndef CRIBBLE_RIG_KEYPAD_TOUCHED_H
#define CRIBBLE_RIG_KEYPAD_TOUCHED_H

#include <simavr/sim_avr.h>
#include <stdbool.h>

void keypad_connect(avr_t *avr);

/* To be called after each reset. */
void keypad_after_reset(avr_t *avr);

/* A finger presses or leaves the key. */
void keypad_touch(const avr_t *avr, unsigned key, int down, bool bounces);

/* To be called often: lets the columns follow the contacts while rows are low. */
void keypad_look(avr_t *avr);

/* Tell how often the firmware has looked at the keys. */
void keypad_report(void);

#endif
