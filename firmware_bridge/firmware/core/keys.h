/* Debouncing of a 16-key matrix. */
#ifndef CRIBBLE_KEYS_H
#define CRIBBLE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#define KEY_ROWS 4u
#define KEY_COLUMNS 4u
#define KEYS (KEY_ROWS * KEY_COLUMNS)

/* One bit per key, row by row, first key in bit 0. Initialise to all zeros. */
struct keys {
    uint16_t down;
    uint16_t ones; /* low and high bit of a counter per key: */
    uint16_t twos; /* consecutive samples that differ from `down` */
};

/* Process a sample of the matrix and return the keys whose debounced state changed. `missed` is the
 * number of samples skipped while the strip was being updated. If a key is settling and still reads as it
 * did before, the skipped samples count towards it. If none is settling, they are those since the first
 * contact closed or the last one opened, and count only if that identifies the keys: one key pressed
 * while none was down, or all keys released. At least two real samples are always needed. */
uint16_t keys_changed(struct keys *keys, uint16_t matrix, uint8_t missed);

/* Whether any key is still settling. */
bool keys_settle(const struct keys *keys);

#endif
