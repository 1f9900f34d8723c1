/* A ring of keys, the first of which is being told. */
#include "untold.h"

#include "ticks.h"

#define AGAIN TICKS(100)
#define WENT_DOWN 0x80u

void untold_add(struct untold *untold, unsigned key, bool down)
{
    if (untold->length == MOST_UNTOLD)
        return;
    unsigned place = ((unsigned)untold->first + untold->length) % MOST_UNTOLD;
    untold->keys[place] = (uint8_t)(key | (down ? WENT_DOWN : 0u));
    untold->length++;
}

/* The number of a key that was asked is used up. */
static void next_question(struct untold *untold)
{
    if (untold->asked)
        untold->seq++;
    untold->asked = false;
}

void untold_forget(struct untold *untold)
{
    next_question(untold);
    untold->length = 0;
}

bool untold_due(struct untold *untold, uint16_t now, uint8_t *seq, uint8_t *key, uint8_t *down)
{
    if (untold->length == 0 || (untold->asked && ticks_since(untold->asked_at, now) < AGAIN))
        return false;
    untold->asked = true;
    untold->asked_at = now;
    *seq = untold->seq;
    *key = (uint8_t)(untold->keys[untold->first] & ~WENT_DOWN);
    *down = (untold->keys[untold->first] & WENT_DOWN) != 0;
    return true;
}

void untold_answered(struct untold *untold, const struct packet *answer)
{
    if (!untold->asked || answer->type != (KEY | ANSWER) || answer->seq != untold->seq
        || answer->length != KEY_ANSWER_BYTES)
        return;
    next_question(untold);
    untold->first = (uint8_t)((untold->first + 1u) % MOST_UNTOLD);
    untold->length--;
}
