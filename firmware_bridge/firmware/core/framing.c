/* Encoder and decoder. Lengths of received frames are checked before anything is stored. */
#include "framing.h"

#include "checksum.h"
#include "number.h"

/* Decode COBS in place: each run is preceded by its length + 1, and a zero separated two runs. The
 * write position never overtakes the read position. Return false if the last run does not end with
 * the data. */
static bool unstuff(uint8_t *bytes, uint8_t *length)
{
    unsigned from = 0, to = 0;
    while (from < *length) {
        unsigned end = from + bytes[from];
        if (end > *length)
            return false;
        if (from > 0)
            bytes[to++] = 0;
        while (++from < end)
            bytes[to++] = bytes[from];
    }
    *length = (uint8_t)to;
    return true;
}

static enum decoded read_packet(uint8_t *bytes, uint8_t length, struct packet *packet)
{
    if (!unstuff(bytes, &length))
        return DECODED_MISSTUFFED;
    if (length < PACKET_HEADER + PACKET_CHECK)
        return DECODED_TOO_SHORT;
    unsigned content = length - PACKET_CHECK;
    uint16_t check = (uint16_t)~crc_after(CRC_START, bytes, content);
    if (number_at(bytes + content) != check)
        return DECODED_WRONG_CHECK;
    packet->type = bytes[0];
    packet->seq = bytes[1];
    packet->payload = bytes + PACKET_HEADER;
    packet->length = content - PACKET_HEADER;
    return DECODED_PACKET;
}

/* A zero ends the current frame. */
static enum decoded end_frame(struct decoder *decoder, struct packet *packet)
{
    uint8_t length = decoder->length;
    bool deaf = decoder->deaf;
    decoder->length = 0;
    decoder->deaf = false;
    if (deaf || length == 0)
        return DECODED_NOTHING;
    return read_packet(decoder->bytes, length, packet);
}

enum decoded decoder_take(struct decoder *decoder, uint8_t byte, struct packet *packet)
{
    if (byte == 0)
        return end_frame(decoder, packet);
    if (decoder->deaf)
        return DECODED_NOTHING;
    if (decoder->length == MAX_STUFFED_BYTES) {
        decoder->deaf = true;
        return DECODED_TOO_LONG;
    }
    decoder->bytes[decoder->length++] = byte;
    return DECODED_NOTHING;
}

/* A frame that is being encoded. */
struct stuffing {
    uint8_t *frame;
    unsigned at;
    unsigned run; /* index of the current run's length byte */
    uint16_t crc; /* of the bytes encoded so far */
};

static void begin_run(struct stuffing *stuffing)
{
    stuffing->run = stuffing->at++;
    stuffing->frame[stuffing->run] = 1;
}

/* Runs have at most 251 bytes, so COBS's special case for 254 never occurs. */
static void stuff(struct stuffing *stuffing, const uint8_t *bytes, unsigned length)
{
    for (unsigned from = 0; from < length; from++) {
        if (bytes[from] == 0) {
            begin_run(stuffing);
        } else {
            stuffing->frame[stuffing->at++] = bytes[from];
            stuffing->frame[stuffing->run]++;
        }
    }
    stuffing->crc = crc_after(stuffing->crc, bytes, length);
}

unsigned encode(const struct packet *packet, uint8_t *frame, unsigned room)
{
    if (packet->length > MAX_PAYLOAD_BYTES || room < packet->length + FRAME_OVERHEAD)
        return 0;
    struct stuffing stuffing = {.frame = frame, .at = 1, .crc = CRC_START};
    const uint8_t header[PACKET_HEADER] = {packet->type, packet->seq};
    uint8_t check[PACKET_CHECK];
    frame[0] = 0;
    begin_run(&stuffing);
    stuff(&stuffing, header, PACKET_HEADER);
    stuff(&stuffing, packet->payload, packet->length);
    put_number(check, (uint16_t)~stuffing.crc);
    stuff(&stuffing, check, PACKET_CHECK);
    frame[stuffing.at++] = 0;
    return stuffing.at;
}
