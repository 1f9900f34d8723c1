/* A matrix of 16 keys: which of them are down, once their contacts have come to rest. */
#ifndef CRIBBLE_KEYS_H
#define CRIBBLE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#define KEY_ROWS 4u
#define KEY_COLUMNS 4u
#define KEYS (KEY_ROWS * KEY_COLUMNS)

/* One bit for each key, row by row, the first one lowest. All zero when it begins. */
struct keys {
    uint16_t down;
    uint16_t ones; /* the low and the high bit of how many samples in a row */
    uint16_t twos; /* have said otherwise of a key */
};

/* Look at the matrix once more: the keys that now count as pressed or let go. So many samples were missed
 * since the last one, while the strip was shown: a key that settles has said so all the while if it says
 * the same as before. Where none settles, so many were missed since it became otherwise whether any
 * contact is closed: that is known of one key that was pressed where none was, and of all that are let
 * go. Two looks it takes in any case. */
uint16_t keys_changed(struct keys *keys, uint16_t matrix, uint8_t missed);

/* True if contacts have moved and have not come to rest. */
bool keys_settle(const struct keys *keys);

#endif
