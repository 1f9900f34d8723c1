/* The board: hears bytes, answers them, keeps a picture, sends keys. No pins and no clock: its
 * owner hands in bytes and the time, and does what it wants. */
#ifndef CRIBBLE_BOARD_H
#define CRIBBLE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "framing.h"
#include "keys.h"
#include "pixels.h"
#include "key_queue.h"

#define FIRMWARE_RELEASE 1u

/* The longest that a board says is its answer to HELLO. */
#define LONGEST_SENT (HELLO_ANSWER_BYTES + FRAME_OVERHEAD)

/* What is to be done after each call, before the next: first the strip is shown, then is spoken, for
 * nobody else speaks before. */
struct wants {
    uint16_t show; /* so many pixels, 0 for none: past those that the strip has they are dark */
    uint8_t bytes[LONGEST_SENT];
    uint8_t length; /* of what is to be sent, 0 for nothing */
};

struct board {
    struct wants wants;
    bool lamp; /* whether the link lamp is to be lit */

    uint16_t boot;
    uint16_t lost;
    uint16_t bad;
    uint16_t received_at;   /* when the last good frame came */
    uint16_t blinked_at; /* when the lamp last changed in silence */
    bool silent;
    bool configured;
    uint8_t put_off; /* how often in a row the picture was, for a key */
    bool whole; /* whether the colours are a picture that was shown, and not part of the next */

    struct decoder decoder;
    struct pixels pixels;
    struct keys keys;
    struct key_queue key_queue;
};

/* Times are ticks (ticks.h). The boot counts how often the board was started. */
void board_start(struct board *board, uint16_t boot, uint16_t now);

/* A byte came. */
void board_receive(struct board *board, uint8_t byte, uint16_t now);

/* So often came bytes for which there was no room. */
void board_lose(struct board *board, uint8_t times);

/* Time has passed; at least once in a second. */
void board_tick(struct board *board, uint16_t now);

/* The keypad was looked at, as it is every 5 ms, and as soon as contacts begin to move: see keys.h. */
void board_sample(struct board *board, uint16_t matrix, uint8_t missed);

/* A key went down or up for certain. */
void board_press(struct board *board, unsigned key, bool down);

#endif
