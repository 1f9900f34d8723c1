/* The serial line: bytes are kept as they come, and sent when there is something to say. */
#ifndef CRIBBLE_SERIAL_H
#define CRIBBLE_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);

bool serial_waiting(void);

/* The next byte, if there is one. */
bool serial_read(uint8_t *byte);

/* Bytes that came while there was no room for them, since this was last asked; 255 at most. */
uint8_t serial_lost(void);

/* Send the bytes; returns as soon as the last one is on its way. */
void serial_write(const uint8_t *bytes, uint8_t length);

#endif
