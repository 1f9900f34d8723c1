/* The emulated chip and what is connected to it: a serial line, a strip, a keypad. */
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

/* Connect the USART to a pty; baud is the Pi's rate. */
void line_connect(avr_t *avr, unsigned long baud);

/* Plug in the cable: open a new pty and print its name. Unplugging closes it. */
void line_plug(void);
void line_unplug(void);

/* Receive from the pty; call several times per millisecond. */
void line_poll(avr_t *avr);

/* Receive nothing but 01 00 at full speed until the given cycle. */
void line_flood(avr_t *avr, avr_cycle_count_t until);

/* Set the addresses of the firmware's read and write index of its receive buffer. */
void line_watch_ring(unsigned begins, unsigned ends);

/* Print the number of bytes received, the most that ever waited, and the overruns. */
void line_report(void);

/* Connect a WS2812 strip to a pin: decodes pixels and measures high and low times. */
void pixels_watch(avr_t *avr, char port, int pin);

/* Print a picture once the line has been low for long enough; call this often. */
void pixels_poll(const avr_t *avr);

/* A keypad with bouncing contacts and without diodes. Call keypad_after_reset() after each reset. */
void keypad_connect(avr_t *avr);
void keypad_after_reset(avr_t *avr);

/* Press or release a key. */
void keypad_touch(const avr_t *avr, unsigned key, int down, bool bounces);

/* Update the columns' levels from the contacts; call this often. */
void keypad_poll(avr_t *avr);

/* Print how often the firmware has scanned the keypad. */
void keypad_report(void);

#endif
