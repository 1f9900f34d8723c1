/* Ring buffer of key events; the first one is being sent. */
#include "key_queue.h"

#include "ticks.h"

#define AGAIN TICKS(100)
#define WENT_DOWN 0x80u

void key_queue_add(struct key_queue *queue, unsigned key, bool down)
{
    if (queue->length == MAX_QUEUED)
        return;
    unsigned place = ((unsigned)queue->first + queue->length) % MAX_QUEUED;
    queue->keys[place] = (uint8_t)(key | (down ? WENT_DOWN : 0u));
    queue->length++;
}

/* Advance seq if the current one was used. */
static void next_question(struct key_queue *queue)
{
    if (queue->asked)
        queue->seq++;
    queue->asked = false;
}

void key_queue_forget(struct key_queue *queue)
{
    next_question(queue);
    queue->length = 0;
}

bool key_queue_due(struct key_queue *queue, uint16_t now, uint8_t *seq, uint8_t *key, uint8_t *down)
{
    if (queue->length == 0 || (queue->asked && ticks_since(queue->asked_at, now) < AGAIN))
        return false;
    queue->asked = true;
    queue->asked_at = now;
    *seq = queue->seq;
    *key = (uint8_t)(queue->keys[queue->first] & ~WENT_DOWN);
    *down = (queue->keys[queue->first] & WENT_DOWN) != 0;
    return true;
}

void key_queue_answered(struct key_queue *queue, const struct packet *answer)
{
    if (!queue->asked || answer->type != (KEY | ANSWER) || answer->seq != queue->seq
        || answer->length != KEY_ANSWER_BYTES)
        return;
    next_question(queue);
    queue->first = (uint8_t)((queue->first + 1u) % MAX_QUEUED);
    queue->length--;
}
