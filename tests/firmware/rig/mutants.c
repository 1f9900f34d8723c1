/* Applies every single fault to a frame and counts how often a board shows a picture that was not sent. */
#include <string.h>

#include "board.h"

/* The longest frame with a byte repeated. */
#define LONGEST_MUTANT (LONGEST_FRAME + 1u)

struct harm {
    struct board before; /* before the frame */
    struct board after;  /* after the intact frame */
    unsigned mutants;
    unsigned wrong;      /* pictures equal to neither */
    unsigned deaf;       /* boards that did not answer the next frame */
};

/* A PING. */
static const uint8_t NEXT[] = {0, 5, 4, 4, 0x6e, 0xb0, 0};

static void hear(struct board *board, const uint8_t *bytes, unsigned length)
{
    for (unsigned at = 0; at < length; at++)
        board_receive(board, bytes[at], 0);
}

static bool same_picture(const struct board *one, const struct board *other)
{
    return !memcmp(one->pixels.colours, other->pixels.colours, sizeof one->pixels.colours)
           && !memcmp(&one->pixels.tape, &other->pixels.tape, sizeof one->pixels.tape);
}

static void try_mutant(struct harm *harm, const uint8_t *mutant, unsigned length)
{
    struct board board = harm->before;
    hear(&board, mutant, length);
    hear(&board, NEXT, sizeof NEXT);
    harm->mutants++;
    harm->wrong += !same_picture(&board, &harm->before) && !same_picture(&board, &harm->after);
    harm->deaf += board.wants.length == 0;
}

static void flip_each_bit(struct harm *harm, const uint8_t *frame, unsigned length)
{
    uint8_t mutant[LONGEST_MUTANT];
    memcpy(mutant, frame, length);
    for (unsigned bit = 0; bit < 8 * length; bit++) {
        mutant[bit / 8] ^= (uint8_t)(1u << bit % 8);
        try_mutant(harm, mutant, length);
        mutant[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void cut_everywhere(struct harm *harm, const uint8_t *frame, unsigned length)
{
    for (unsigned at = 1; at < length; at++) {
        try_mutant(harm, frame, at);
        try_mutant(harm, frame + at, length - at);
    }
}

static void drop_and_repeat_each_byte(struct harm *harm, const uint8_t *frame, unsigned length)
{
    uint8_t mutant[LONGEST_MUTANT];
    for (unsigned at = 0; at < length; at++) {
        memcpy(mutant, frame, at);
        memcpy(mutant + at, frame + at + 1, length - at - 1);
        try_mutant(harm, mutant, length - 1);
        memcpy(mutant, frame, at + 1);
        memcpy(mutant + at + 1, frame + at, length - at);
        try_mutant(harm, mutant, length + 1);
    }
}

/* Return the number of mutants of the frame; set how many did which harm. */
unsigned mutants_of(const struct board *board, const uint8_t *frame, unsigned length,
                    unsigned *wrong, unsigned *deaf)
{
    struct harm harm = {.before = *board, .after = *board};
    hear(&harm.after, frame, length);
    flip_each_bit(&harm, frame, length);
    cut_everywhere(&harm, frame, length);
    drop_and_repeat_each_byte(&harm, frame, length);
    *wrong = harm.wrong;
    *deaf = harm.deaf;
    return harm.mutants;
}
