/* Key events that the Pi has not yet acknowledged, sent in order, one at a time. */
#ifndef CRIBBLE_KEY_QUEUE_H
#define CRIBBLE_KEY_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "framing.h"

/* Capacity, including the event that is waiting for its answer. */
#define MAX_QUEUED 16u

/* Initialise to all zeros. */
struct key_queue {
    uint8_t keys[MAX_QUEUED]; /* ring buffer */
    uint8_t first;
    uint8_t length;
    uint8_t seq; /* of the first event */
    bool asked;  /* whether the first event was sent (at asked_at) and is unanswered */
    uint16_t asked_at;
};

/* Queue a key event. It is dropped if the queue is full. */
void key_queue_add(struct key_queue *queue, unsigned key, bool down);

/* Clear the queue. */
void key_queue_forget(struct key_queue *queue);

/* Return true if a KEY must be sent or resent, and set its seq, key number and direction. */
bool key_queue_due(struct key_queue *queue, uint16_t now, uint8_t *seq, uint8_t *key, uint8_t *down);

/* Remove the event that was answered, whatever the status of the answer. */
void key_queue_answered(struct key_queue *queue, const struct packet *answer);

#endif
