/* Feeds megabytes of noise to a controller; compile with all sanitizers.
 *
 *     noise MEGABYTES SEED
 *
 * Prints how many frames the noise made and how many of them were accepted as packets. Exits with 1 if
 * the controller did not answer the next valid frame or lit pixels past the end of its strip.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controller.h"
#include "number.h"

#define MEGABYTE 1048576u
#define PIECE 4096u

static struct controller controller;
static uint32_t state;
static unsigned long frames, packets;

/* Marsaglia's xorshift, so that a seed gives the same noise on every machine. */
static uint32_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void hear(uint8_t byte)
{
    controller_receive(&controller, byte, (uint16_t)chance());
}

static void send_frame(uint8_t type, const uint8_t *payload, unsigned length)
{
    uint8_t frame[MAX_FRAME_BYTES];
    const struct packet packet = {type, 0, payload, length};
    unsigned bytes = encode(&packet, frame, MAX_FRAME_BYTES);
    for (unsigned at = 0; at < bytes; at++)
        hear(frame[at]);
}

/* Send random bytes; one in `values` is a zero. */
static void send_noise(unsigned values)
{
    for (unsigned at = 0; at < PIECE; at++) {
        uint8_t byte = (uint8_t)(chance() >> 8 & (values - 1u));
        uint16_t bad = controller.bad;
        controller.wants.length = 0;
        hear(byte);
        frames += byte == 0;
        packets += controller.bad == bad && controller.wants.length > 0;
    }
    controller.bad = 0;
}

/* Send valid frames with random contents. */
static void send_madness(void)
{
    uint8_t payload[MAX_PAYLOAD_BYTES];
    for (unsigned heard = 0; heard < PIECE;) {
        unsigned length = chance() % (MAX_PAYLOAD_BYTES + 1u);
        for (unsigned at = 0; at < length; at++)
            payload[at] = (uint8_t)(chance() >> 8);
        if (length > 3) {
            payload[0] &= 3;
            payload[1] &= 0x81;
        }
        send_frame((uint8_t)(chance() >> 8 & 0x87u), payload, length);
        heard += length + FRAME_OVERHEAD;
    }
}

/* Call everything else with random values. */
static void live(void)
{
    controller_tick(&controller, (uint16_t)chance());
    controller_sample(&controller, (uint16_t)chance(), (uint8_t)(chance() & 3));
    controller_lose(&controller, (uint8_t)chance());
}

/* Configure a random strip whose last pixel is its link pixel; return whether the answer is DONE. */
static int understands(void)
{
    const uint16_t pixels = (uint16_t)(1u + chance() % MAX_PIXELS);
    uint8_t strip[CONFIGURE_BYTES] = {0, 0, 3, 0x52, 0, 60, 0, 0};
    put_number(strip + CONFIGURE_PIXELS, pixels);
    put_number(strip + CONFIGURE_LINK, (uint16_t)(pixels - 1u));
    hear(0);
    send_frame(CONFIGURE, strip, CONFIGURE_BYTES);
    return controller.wants.length == CONFIGURE_ANSWER_BYTES + FRAME_OVERHEAD;
}

static int is_dark_past_the_strip(void)
{
    const struct pixels *pixels = &controller.pixels;
    const uint8_t *end = pixels->colours + sizeof pixels->colours;
    for (const uint8_t *at = pixels->colours + PIXEL_BYTES * pixels->tape.pixels; at < end; at++)
        if (*at != 0)
            return 0;
    return 1;
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    unsigned long pieces = strtoul(words[1], NULL, 10) * (MEGABYTE / PIECE);
    state = (uint32_t)strtoul(words[2], NULL, 10);
    controller_start(&controller, 7, 0);
    for (unsigned long piece = 0; piece < pieces; piece++) {
        if (piece % 4 == 3)
            send_madness();
        else
            send_noise(piece % 4 ? 256 : 8);
        live();
        if (!is_dark_past_the_strip() || !understands())
            return 1;
    }
    printf("%lu %lu\n", frames, packets);
    return 0;
}
