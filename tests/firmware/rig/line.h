/* The serial line from a pty to the chip's USART, byte by byte at the line's own speed. */
#ifndef CRIBBLE_RIG_LINE_H
#define CRIBBLE_RIG_LINE_H

#include <simavr/sim_avr.h>

/* Connect the chip; the baud is what the Pi's end has. */
void line_connect(avr_t *avr, unsigned long baud);

/* Plug the cable in: a new pty, whose name is told. Pulled out, it is gone. */
void line_plug(void);
void line_unplug(void);

/* Take what has come to the pty; to be asked every fraction of a millisecond. */
void line_look(avr_t *avr);

/* Tell how many bytes came, and how many of them the chip had no room for. */
void line_report(void);

#endif
