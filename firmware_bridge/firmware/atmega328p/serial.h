/* The serial line: bytes are kept as they come, and sent when there is something to say. */
#ifndef CRIBBLE_SERIAL_H
#define CRIBBLE_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);

/* Bytes that can wait. */
#define SERIAL_ROOM 127u

bool serial_waiting(void);

/* The next byte, if there is one. */
bool serial_read(uint8_t *byte);

/* How often there was no room for what came, since this was last asked; 255 at most. One for each byte
 * while others waited; one for all that came while interrupts were off, for the chip does not say how
 * many they were. */
uint8_t serial_lost(void);

/* Send the bytes; returns as soon as the last one is on its way. */
void serial_write(const uint8_t *bytes, uint8_t length);

#endif
