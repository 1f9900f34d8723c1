/* Serial port with buffered receive and blocking send. */
#ifndef CRIBBLE_SERIAL_H
#define CRIBBLE_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);

/* Capacity of the receive buffer. */
#define SERIAL_ROOM 127u

bool serial_waiting(void);

/* Read the next byte; return false if there is none. */
bool serial_read(uint8_t *byte);

/* Overruns since the last call, 255 at most: one per byte if the buffer was full, one for any number of
 * bytes lost while interrupts were off, since the hardware does not count those. */
uint8_t serial_lost(void);

/* Send bytes; blocks until the last one is in the transmit buffer. */
void serial_write(const uint8_t *bytes, uint8_t length);

#endif
