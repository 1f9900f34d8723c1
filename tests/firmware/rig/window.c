/* Plain functions through which Python tests drive the core. */
#include <string.h>

#include "board.h"
#include "keys.h"

unsigned window_board_bytes(void)
{
    return sizeof(struct board);
}

unsigned window_decoder_bytes(void)
{
    return sizeof(struct decoder);
}

/* Carry out `wants` as a port does: update the strip, then send. */
static unsigned follow(const struct board *board, uint8_t *said, uint8_t *shown,
                       unsigned *pixels)
{
    if (board->wants.show > 0) {
        for (unsigned at = 0; at < PIXEL_BYTES * board->wants.show; at++)
            shown[at] = lit(board->pixels.colours[at], board->pixels.level);
        *pixels = board->pixels.tape.pixels;
    }
    memcpy(said, board->wants.bytes, board->wants.length);
    return board->wants.length;
}

/* Feed bytes to the board and collect its answers; `said` has room for one answer per seven bytes. */
unsigned window_hear(struct board *board, const uint8_t *bytes, unsigned length, uint16_t now,
                     uint8_t *said, uint8_t *shown, unsigned *pixels)
{
    unsigned spoken = 0;
    for (unsigned at = 0; at < length; at++) {
        board_receive(board, bytes[at], now);
        spoken += follow(board, said + spoken, shown, pixels);
    }
    return spoken;
}

unsigned window_tick(struct board *board, uint16_t now, uint8_t *said, uint8_t *shown,
                     unsigned *pixels)
{
    board_tick(board, now);
    return follow(board, said, shown, pixels);
}

unsigned window_bad(const struct board *board)
{
    return board->bad;
}

unsigned window_link_led(const struct board *board)
{
    return board->link_led;
}

/* Decode bytes. For each frame, write the enum, followed for a packet by length, type, seq and
 * payload. */
unsigned window_decode(struct decoder *decoder, const uint8_t *bytes, unsigned length,
                       uint8_t *heard)
{
    uint8_t *to = heard;
    for (unsigned at = 0; at < length; at++) {
        struct packet packet;
        enum decoded what = decoder_take(decoder, bytes[at], &packet);
        if (what == DECODED_NOTHING)
            continue;
        *to++ = (uint8_t)what;
        if (what != DECODED_PACKET)
            continue;
        *to++ = (uint8_t)packet.length;
        *to++ = packet.type;
        *to++ = packet.seq;
        memcpy(to, packet.payload, packet.length);
        to += packet.length;
    }
    return (unsigned)(to - heard);
}
