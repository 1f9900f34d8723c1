/* The check at the end of every packet: CRC-16/GENIBUS. */
#ifndef CRIBBLE_CHECKSUM_H
#define CRIBBLE_CHECKSUM_H

#include <stdint.h>

#define CRC_START 0xffffu

/* Continue a CRC over more bytes. The check in a packet is the complement of the result. */
uint16_t crc_after(uint16_t crc, const uint8_t *bytes, unsigned length);

#endif
