/* Applies every single fault to a frame and counts pictures shown that were not sent. */
#include <string.h>

#include "controller.h"

/* The longest frame with a byte repeated. */
#define MAX_MUTANT_LENGTH (MAX_FRAME_BYTES + 1u)

struct harm {
    struct controller before; /* before the frame */
    struct controller after;  /* after the intact frame */
    unsigned mutants;
    unsigned wrong;      /* pictures equal to neither */
    unsigned deaf;       /* controllers that did not answer the next frame */
};

/* A PING. */
static const uint8_t NEXT[] = {0, 5, 4, 4, 0x6e, 0xb0, 0};

static void hear(struct controller *controller, const uint8_t *bytes, unsigned length)
{
    for (unsigned at = 0; at < length; at++)
        controller_receive(controller, bytes[at], 0);
}

static bool same_picture(const struct controller *one, const struct controller *other)
{
    return !memcmp(one->pixels.colours, other->pixels.colours, sizeof one->pixels.colours)
           && !memcmp(&one->pixels.tape, &other->pixels.tape, sizeof one->pixels.tape);
}

static void try_mutant(struct harm *harm, const uint8_t *mutant, unsigned length)
{
    struct controller controller = harm->before;
    hear(&controller, mutant, length);
    hear(&controller, NEXT, sizeof NEXT);
    harm->mutants++;
    harm->wrong += !same_picture(&controller, &harm->before) && !same_picture(&controller, &harm->after);
    harm->deaf += controller.wants.length == 0;
}

static void flip_each_bit(struct harm *harm, const uint8_t *frame, unsigned length)
{
    uint8_t mutant[MAX_MUTANT_LENGTH];
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
    uint8_t mutant[MAX_MUTANT_LENGTH];
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
unsigned mutants_of(const struct controller *controller, const uint8_t *frame, unsigned length,
                    unsigned *wrong, unsigned *deaf)
{
    struct harm harm = {.before = *controller, .after = *controller};
    hear(&harm.after, frame, length);
    flip_each_bit(&harm, frame, length);
    cut_everywhere(&harm, frame, length);
    drop_and_repeat_each_byte(&harm, frame, length);
    *wrong = harm.wrong;
    *deaf = harm.deaf;
    return harm.mutants;
}
