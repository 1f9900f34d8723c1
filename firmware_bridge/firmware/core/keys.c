/* Contacts bounce, and a matrix without diodes shows keys that nobody presses. */
#include "keys.h"

#define ROW 0xfu

static bool several(unsigned row)
{
    return (row & (row - 1u)) != 0;
}

/* True if two rows have three corners of a rectangle: through the keys on them the current finds the
 * fourth corner, pressed or not, so nobody can tell which of them are. */
static bool ghosts(uint16_t matrix)
{
    for (unsigned upper = matrix; upper != 0; upper >>= KEY_COLUMNS)
        for (unsigned lower = upper >> KEY_COLUMNS; lower != 0; lower >>= KEY_COLUMNS)
            if ((upper & lower & ROW) != 0 && several((upper | lower) & ROW))
                return true;
    return false;
}

bool keys_settle(const struct keys *keys)
{
    return (keys->ones | keys->twos) != 0;
}

/* The keys that have said the same while nobody looked. */
static uint16_t unseen(const struct keys *keys, uint16_t matrix)
{
    if (keys_settle(keys))
        return (matrix ^ keys->down) & (keys->ones | keys->twos);
    if (matrix == 0)
        return keys->down;
    return keys->down == 0 && !several(matrix) ? matrix : 0;
}

/* Count one sample more, up to three, of those keys. */
static void count_missed(struct keys *keys, uint16_t counted)
{
    counted &= (uint16_t)~(keys->ones & keys->twos);
    keys->twos ^= keys->ones & counted;
    keys->ones ^= counted;
}

/* A key changes with the fourth sample in a row that says so. All 16 are counted at once, two bits
 * for each that stand in two words (Ganssle, "A guide to debouncing": a vertical counter). */
uint16_t keys_changed(struct keys *keys, uint16_t matrix, uint8_t missed)
{
    uint16_t otherwise = matrix ^ keys->down;
    if (ghosts(matrix))
        otherwise &= keys->down; /* no new key; but one may be let go */
    const uint16_t counted = otherwise & unseen(keys, matrix);
    while (missed-- > 0)
        count_missed(keys, counted);
    uint16_t changed = otherwise & keys->ones & keys->twos;
    keys->twos = (keys->ones ^ keys->twos) & otherwise;
    keys->ones = (uint16_t)~keys->ones & otherwise;
    keys->down ^= changed;
    return changed;
}
