/* Frames on the line, 00 | COBS(type, seq, payload, check) | 00: noise cannot pass for a packet. */
#ifndef CRIBBLE_FRAMING_H
#define CRIBBLE_FRAMING_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define PACKET_HEADER 2u
#define PACKET_CHECK 2u

/* All that a frame adds to its payload: two zeros and the first byte of the stuffing besides. */
#define FRAME_OVERHEAD (PACKET_HEADER + PACKET_CHECK + 3u)

struct packet {
    uint8_t type;
    uint8_t seq;
    const uint8_t *payload;
    unsigned length;
};

/* What a byte completed: nothing yet, a packet, or bytes that are none, and why. */
enum decoded {
    DECODED_NOTHING,
    DECODED_PACKET,
    DECODED_TOO_LONG,
    DECODED_TOO_SHORT,
    DECODED_MISSTUFFED,
    DECODED_WRONG_CHECK,
};

/* Listens to a line. All zero when it begins. */
struct decoder {
    uint8_t bytes[LONGEST_STUFFED];
    uint8_t length;
    bool deaf; /* until the next zero, after a byte too many */
};

/* Hear one byte. The payload of a *packet stays where it is until the next one is heard. */
enum decoded decoder_take(struct decoder *decoder, uint8_t byte, struct packet *packet);

/* Write the frame of the packet and tell its length: 0 where the payload is too long, or the frame
 * has no room. */
unsigned encode(const struct packet *packet, uint8_t *frame, unsigned room);

#endif
