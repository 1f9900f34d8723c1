/* A window into the core for Python: what a board wants, keeps and counts, as plain functions. */
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

/* Do what a port does: show the strip, then speak. */
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

/* All that the board says to the bytes; said has room for an answer to each seven of them. */
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

unsigned window_lamp(const struct board *board)
{
    return board->lamp;
}

/* All that the decoder hears in the bytes: for each, the enum, and of a packet its length, type, seq
 * and payload. */
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
