/* Debouncing and rejection of ghost keys, which a matrix without diodes shows. */
#include "keys.h"

#define ROW 0xfu

static bool several(unsigned row)
{
    return (row & (row - 1u)) != 0;
}

/* Return true if two rows hold three corners of a rectangle: current then also reaches the fourth
 * corner, so the real keys cannot be told from the ghost. */
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

/* The keys whose state is known for the samples that were missed. */
static uint16_t unseen(const struct keys *keys, uint16_t matrix)
{
    if (keys_settle(keys))
        return (matrix ^ keys->down) & (keys->ones | keys->twos);
    if (matrix == 0)
        return keys->down;
    return keys->down == 0 && !several(matrix) ? matrix : 0;
}

/* Increment the counters of these keys, up to three. */
static void count_missed(struct keys *keys, uint16_t counted)
{
    counted &= (uint16_t)~(keys->ones & keys->twos);
    keys->twos ^= keys->ones & counted;
    keys->ones ^= counted;
}

/* A key changes with the fourth consecutive sample that differs. All 16 counters run in parallel as
 * vertical counters of two bits (Ganssle, "A guide to debouncing"). */
uint16_t keys_changed(struct keys *keys, uint16_t matrix, uint8_t missed)
{
    uint16_t otherwise = matrix ^ keys->down;
    if (ghosts(matrix))
        otherwise &= keys->down; /* accept releases only */
    const uint16_t counted = otherwise & unseen(keys, matrix);
    while (missed-- > 0)
        count_missed(keys, counted);
    uint16_t changed = otherwise & keys->ones & keys->twos;
    keys->twos = (keys->ones ^ keys->twos) & otherwise;
    keys->ones = (uint16_t)~keys->ones & otherwise;
    keys->down ^= changed;
    return changed;
}
