/* Keys that went down or up and that the Pi has not answered for: sent in their order, one by one. */
#ifndef CRIBBLE_KEY_QUEUE_H
#define CRIBBLE_KEY_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "framing.h"

/* That can wait, with the one that waits for its answer. */
#define MOST_QUEUED 16u

/* All zero when it begins. */
struct key_queue {
    uint8_t keys[MOST_QUEUED]; /* a ring */
    uint8_t first;
    uint8_t length;
    uint8_t seq; /* of the first one */
    bool asked;  /* true once it was sent, at asked_at, and waits for its answer */
    uint16_t asked_at;
};

/* Send it when its turn comes. It is lost where too many wait. */
void key_queue_add(struct key_queue *queue, unsigned key, bool down);

/* Drop them all. */
void key_queue_forget(struct key_queue *queue);

/* True if a KEY is due to be sent, or sent again: its seq, number and whether it went down. */
bool key_queue_due(struct key_queue *queue, uint16_t now, uint8_t *seq, uint8_t *key, uint8_t *down);

/* Drop the key that the answer is for, whatever it says. */
void key_queue_answered(struct key_queue *queue, const struct packet *answer);

#endif
