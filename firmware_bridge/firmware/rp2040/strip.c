/* WS2812 protocol by programmable I/O: a state machine makes the pulses, and the processor only keeps its
 * FIFO filled. The times are those of the ATmega328P; its strip.c compares them with the data sheets. */
#include "board.h"
#include "pixels.h"

/* 48 MHz / 3: a cycle takes 62.5 ns, a bit 20 of them. */
#define DIVISOR 3u
#define ZERO_HIGH 5u
#define MORE_HIGH 9u /* of a 1, or low of a 0 */
#define LOW 6u

/* An instruction that takes this many cycles, with the line high or low. */
#define CYCLES(cycles, high, instruction) ((high) << 12 | ((cycles)-1u) << 8 | (instruction))
#define OUT_X_1 0x6021u
#define JMP_0 0x0000u
#define JMP_NOT_X(place) (0x0020u | (place))
#define NOP 0xa042u
#define SET_PIN_OUTPUT 0xe081u

static const uint16_t program[] = {
    CYCLES(LOW, 0u, OUT_X_1), /* waits here, low, while there is nothing to send */
    CYCLES(ZERO_HIGH, 1u, JMP_NOT_X(3u)),
    CYCLES(MORE_HIGH, 1u, JMP_0),
    CYCLES(MORE_HIGH, 0u, NOP),
};
#define LAST_INSTRUCTION 3u

/* The FIFO is empty when the last pixel begins, which takes 30 µs. */
#define RESET_US (30u + 300u)
#define RESET_TICKS (RESET_US / TICK_US + 2u)

static uint16_t ended_at;

void strip_start(void)
{
    for (unsigned place = 0; place <= LAST_INSTRUCTION; place++)
        REGISTER(PIO0_INSTR_MEM + 4u * place) = program[place];
    REGISTER(PIO0_SM0_PINCTRL) = 1u << 29 | STRIP_PIN << 10 | 1u << 26 | STRIP_PIN << 5; /* side-set, set */
    REGISTER(PIO0_SM0_CLKDIV) = DIVISOR << 16;
    REGISTER(PIO0_SM0_EXECCTRL) = LAST_INSTRUCTION << 12; /* then from the first one again */
    /* 8 words in the FIFO, a quarter of a millisecond; pulls the next one after 24 bits, shifts left. */
    REGISTER(PIO0_SM0_SHIFTCTRL) = BIT(30) | 8u * PIXEL_BYTES << 25 | BIT(17);
    REGISTER(PIO0_SM0_INSTR) = SET_PIN_OUTPUT;
    pin_start(STRIP_PIN, FUNCTION_PIO0, PAD_4MA | PAD_INPUT);
    REGISTER(PIO0_CTRL) = BIT(4) | BIT(0); /* restart, and run */
    ended_at = clock_now();
}

enum state { FULL = 16, EMPTY = 24 }; /* bits of FSTAT */

static bool fifo_is(enum state state)
{
    return REGISTER(PIO0_FSTAT) >> state & 1u;
}

void strip_show(const uint8_t *colours, uint16_t pixels, uint8_t level, void (*meanwhile)(void))
{
    while (ticks_since(ended_at, clock_now()) < RESET_TICKS)
        meanwhile();
    for (; pixels > 0; pixels--, colours += PIXEL_BYTES) {
        while (fifo_is(FULL))
            meanwhile();
        REGISTER(PIO0_TXF0) = (uint32_t)lit(colours[0], level) << 24 | (uint32_t)lit(colours[1], level) << 16
                              | (uint32_t)lit(colours[2], level) << 8;
    }
    while (!fifo_is(EMPTY))
        meanwhile();
    ended_at = clock_now();
}
