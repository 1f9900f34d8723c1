/* Framing: 00 | COBS(type, seq, payload, check) | 00. */
#ifndef CRIBBLE_FRAMING_H
#define CRIBBLE_FRAMING_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define PACKET_HEADER 2u
#define PACKET_CHECK 2u

/* Bytes that a frame adds to its payload: header, check, two delimiters and the COBS overhead. */
#define FRAME_OVERHEAD (PACKET_HEADER + PACKET_CHECK + 3u)

struct packet {
    uint8_t type;
    uint8_t seq;
    const uint8_t *payload;
    unsigned length;
};

/* What a byte completed: nothing yet, a packet, or an invalid frame and why it is invalid. */
enum decoded {
    DECODED_NOTHING,
    DECODED_PACKET,
    DECODED_TOO_LONG,
    DECODED_TOO_SHORT,
    DECODED_MISSTUFFED,
    DECODED_WRONG_CHECK,
};

/* Initialise to all zeros. */
struct decoder {
    uint8_t bytes[MAX_STUFFED_BYTES];
    uint8_t length;
    bool deaf; /* ignores bytes until the next zero, after a frame that was too long */
};

/* Decode one byte. The payload of *packet is valid until the next call. */
enum decoded decoder_take(struct decoder *decoder, uint8_t byte, struct packet *packet);

/* Encode a packet and return the length of its frame: 0 if the payload is too long or if the frame
 * does not fit. */
unsigned encode(const struct packet *packet, uint8_t *frame, unsigned room);

#endif
