/* Plain functions through which Python tests drive the core. */
#include <string.h>

#include "controller.h"
#include "keys.h"

unsigned window_controller_bytes(void)
{
    return sizeof(struct controller);
}

unsigned window_decoder_bytes(void)
{
    return sizeof(struct decoder);
}

/* Carry out `wants` as a port does: update the strip, then send. */
static unsigned follow(const struct controller *controller, uint8_t *said, uint8_t *shown,
                       unsigned *pixels)
{
    if (controller->wants.show > 0) {
        for (unsigned at = 0; at < PIXEL_BYTES * controller->wants.show; at++)
            shown[at] = lit(controller->pixels.colours[at], controller->pixels.level);
        *pixels = controller->pixels.tape.pixels;
    }
    memcpy(said, controller->wants.bytes, controller->wants.length);
    return controller->wants.length;
}

/* Feed bytes to the controller and collect its answers; `said` holds one answer per seven bytes. */
unsigned window_hear(struct controller *controller, const uint8_t *bytes, unsigned length, uint16_t now,
                     uint8_t *said, uint8_t *shown, unsigned *pixels)
{
    unsigned spoken = 0;
    for (unsigned at = 0; at < length; at++) {
        controller_receive(controller, bytes[at], now);
        spoken += follow(controller, said + spoken, shown, pixels);
    }
    return spoken;
}

unsigned window_tick(struct controller *controller, uint16_t now, uint8_t *said, uint8_t *shown,
                     unsigned *pixels)
{
    controller_tick(controller, now);
    return follow(controller, said, shown, pixels);
}

unsigned window_bad(const struct controller *controller)
{
    return controller->bad;
}

unsigned window_link_led(const struct controller *controller)
{
    return controller->link_led;
}

/* Decode bytes. For each frame, write the enum, followed for a packet by length, type, seq and
 * payload. */
unsigned window_decode(struct decoder *decoder, const uint8_t *bytes, unsigned length,
                       uint8_t *heard)
{
    uint8_t *to = heard;
    for (unsigned at = 0; at < length; at++) {
        struct packet packet;
        enum decoded what = decoder_take(decoder, bytes[at], &packet);
        if (what == DECODED_NOTHING)
            continue;
        *to++ = (uint8_t)what;
        if (what != DECODED_PACKET)
            continue;
        *to++ = (uint8_t)packet.length;
        *to++ = packet.type;
        *to++ = packet.seq;
        memcpy(to, packet.payload, packet.length);
        to += packet.length;
    }
    return (unsigned)(to - heard);
}
