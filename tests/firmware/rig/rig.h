/* The chip on the bench and what is connected to it: a serial line, a strip, a keypad. */
#ifndef CRIBBLE_RIG_H
#define CRIBBLE_RIG_H

#include <simavr/sim_avr.h>
#include <stdbool.h>

#define CLOCK_HZ 16000000uL
#define CYCLES_A_US 16u
#define NS_A_CYCLE 62.5

static inline double us_of(avr_cycle_count_t cycles)
{
    return (double)cycles / CYCLES_A_US;
}

/* Connect the USART to a pty; the baud is what the Pi's end has. */
void line_connect(avr_t *avr, unsigned long baud);

/* Plug the cable in: a new pty, whose name is told. Pulled out, it is gone. */
void line_plug(void);
void line_unplug(void);

/* Take what has come to the pty; to be asked every fraction of a millisecond. */
void line_look(avr_t *avr);

/* From now on, until then, nothing but 01 00 comes, as fast as it can. */
void line_flood(avr_t *avr, avr_cycle_count_t until);

/* Where the firmware keeps the first and the last place of the bytes that wait. */
void line_watch_ring(unsigned begins, unsigned ends);

/* Tell how many bytes came, how many waited at the most, and how many of them the chip had no room for. */
void line_report(void);

/* A WS2812 strip on a pin: what its pixels take, and how long the line was high and low. */
void pixels_watch(avr_t *avr, char port, int pin);

/* Tell of a picture once the line has been low for long enough; to be asked now and then. */
void pixels_look(const avr_t *avr);

/* A keypad whose contacts bounce and which has no diodes; to be set right after each reset. */
void keypad_connect(avr_t *avr);
void keypad_after_reset(avr_t *avr);

/* A finger presses or leaves the key. */
void keypad_touch(const avr_t *avr, unsigned key, int down, bool bounces);

/* To be called often: lets the columns follow the contacts while rows are low. */
void keypad_look(avr_t *avr);

/* Tell how often the firmware has looked at the keys. */
void keypad_report(void);

#endif
