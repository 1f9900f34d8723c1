/* Keys that went down or up and that the Pi has not answered for: told in their order, one by one. */
#ifndef CRIBBLE_UNTOLD_H
#define CRIBBLE_UNTOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "framing.h"

/* That can wait, with the one that waits for its answer. */
#define MOST_UNTOLD 16u

/* All zero when it begins. */
struct untold {
    uint8_t keys[MOST_UNTOLD]; /* a ring */
    uint8_t first;
    uint8_t length;
    uint8_t seq; /* of the first one */
    bool asked;  /* whether it was told, at asked_at, and waits for its answer */
    uint16_t asked_at;
};

/* Tell of it when its turn comes. It is lost where too many wait. */
void untold_add(struct untold *untold, unsigned key, bool down);

/* Tell of none of them any more. */
void untold_forget(struct untold *untold);

/* Whether a KEY is due to be told, or told again: its seq, number and whether it went down. */
bool untold_due(struct untold *untold, uint16_t now, uint8_t *seq, uint8_t *key, uint8_t *down);

/* Be done with the key that the answer is for, whatever it says. */
void untold_answered(struct untold *untold, const struct packet *answer);

#endif
