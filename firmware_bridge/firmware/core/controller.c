/* Handlers of the protocol's messages, and the controller's behaviour while the link is silent. */
#include "controller.h"

#include <string.h>

#include "number.h"
#include "protocol.h"
#include "ticks.h"

#define SILENCE TICKS(3000)
#define BLINK TICKS(250) /* on and off time */
#define MAX_POSTPONED 3u

void controller_start(struct controller *controller, uint16_t boot, uint16_t now)
{
    memset(controller, 0, sizeof *controller);
    pixels_start(&controller->pixels);
    controller->boot = boot;
    controller->silent = true;
    controller->blinked_at = now;
}

/* PING's counters saturate. */
static void count(uint16_t *counter, uint16_t more)
{
    *counter = more > UINT16_MAX - *counter ? UINT16_MAX : (uint16_t)(*counter + more);
}

void controller_lose(struct controller *controller, uint8_t times)
{
    count(&controller->lost, times);
}

static void want_nothing(struct controller *controller)
{
    controller->wants.show = 0;
    controller->wants.length = 0;
}

static void want_show(struct controller *controller)
{
    if (controller->wants.show == 0)
        controller->wants.show = pixels_to_show(&controller->pixels);
}

static void say(struct controller *controller, const struct packet *packet)
{
    controller->wants.length = (uint8_t)encode(packet, controller->wants.bytes, MAX_SENT_LENGTH);
}

/* Each handler returns a status; if that is DONE, it has also written the rest of the answer. */

/* A later protocol version may send a longer HELLO; the answer is the same. */
static uint8_t hello(const struct controller *controller, const struct packet *asked, uint8_t *answer)
{
    if (asked->length < HELLO_BYTES)
        return STATUS_MALFORMED;
    answer[HELLO_ANSWER_VERSION] = PROTOCOL_VERSION;
    answer[HELLO_ANSWER_FIRMWARE] = FIRMWARE_RELEASE;
    put_number(answer + HELLO_ANSWER_BOOT, controller->boot);
    put_number(answer + HELLO_ANSWER_PIXELS, MAX_PIXELS);
    answer[HELLO_ANSWER_PAYLOAD] = MAX_PAYLOAD_BYTES;
    answer[HELLO_ANSWER_KEYS] = KEYS;
    return STATUS_DONE;
}

/* A picture of the previous strip is not valid for the new one. */
static uint8_t configure(struct controller *controller, const struct packet *asked)
{
    if (asked->length != CONFIGURE_BYTES)
        return STATUS_MALFORMED;
    const struct tape tape = {
        .pixels = number_at(asked->payload + CONFIGURE_PIXELS),
        .limit_ma = number_at(asked->payload + CONFIGURE_LIMIT_MA),
        .led_ma = number_at(asked->payload + CONFIGURE_LED_MA),
        .link = number_at(asked->payload + CONFIGURE_LINK),
    };
    if (!tape_can_be(&tape))
        return STATUS_MALFORMED;
    if (tape.pixels > MAX_PIXELS)
        return STATUS_UNFIT;
    pixels_configure(&controller->pixels, &tape);
    controller->configured = true;
    controller->whole = false;
    return STATUS_DONE;
}

/* Keys cannot be read during an update of the strip. So updates are refused from when a contact moves
 * until the Pi has acknowledged the key, but only a few times in a row, in case a key is broken. */
static bool put_off(struct controller *controller)
{
    bool key_first = keys_settle(&controller->keys) || controller->key_queue.length > 0;
    bool puts_off = key_first && controller->put_off < MAX_POSTPONED;
    controller->put_off = puts_off ? (uint8_t)(controller->put_off + 1u) : 0;
    return puts_off;
}

static uint8_t paint(struct controller *controller, const struct packet *asked)
{
    if (!controller->configured)
        return STATUS_UNCONFIGURED;
    if (asked->length < PAINT_BYTES || asked->payload[PAINT_FLAGS] > PAINT_SHOW)
        return STATUS_MALFORMED;
    const uint8_t *runs = asked->payload + PAINT_BYTES;
    unsigned length = asked->length - PAINT_BYTES;
    if (!runs_fit(&controller->pixels, runs, length))
        return STATUS_MALFORMED;
    const bool shows = asked->payload[PAINT_FLAGS] == PAINT_SHOW;
    if (shows && put_off(controller))
        return STATUS_BUSY;
    paint_runs(&controller->pixels, runs, length);
    controller->whole = shows;
    if (!shows)
        return STATUS_DONE;
    choose_level(&controller->pixels);
    want_show(controller);
    return STATUS_DONE;
}

static uint8_t ping(const struct controller *controller, const struct packet *asked, uint8_t *answer)
{
    if (asked->length != PING_BYTES)
        return STATUS_MALFORMED;
    put_number(answer + PING_ANSWER_BOOT, controller->boot);
    put_number(answer + PING_ANSWER_LOST, controller->lost);
    put_number(answer + PING_ANSWER_BAD, controller->bad);
    return STATUS_DONE;
}

/* Handle a request, write its answer and return the length of the answer. */
static unsigned do_it(struct controller *controller, const struct packet *asked, uint8_t *answer)
{
    unsigned length = 1;
    switch (asked->type) {
    case HELLO:
        length = HELLO_ANSWER_BYTES;
        answer[0] = hello(controller, asked, answer);
        break;
    case CONFIGURE:
        answer[0] = configure(controller, asked);
        break;
    case PAINT:
        answer[0] = paint(controller, asked);
        break;
    case PING:
        length = PING_ANSWER_BYTES;
        answer[0] = ping(controller, asked, answer);
        break;
    default:
        answer[0] = STATUS_UNKNOWN;
    }
    return answer[0] == STATUS_DONE ? length : 1u;
}

static void answer_it(struct controller *controller, const struct packet *asked)
{
    uint8_t payload[HELLO_ANSWER_BYTES];
    const struct packet answer = {
        .type = asked->type | ANSWER,
        .seq = asked->seq,
        .payload = payload,
        .length = do_it(controller, asked, payload),
    };
    say(controller, &answer);
}

/* Restore the link pixel before painting, since its saved colours would overwrite new ones. */
static void receive_packet(struct controller *controller, const struct packet *packet, uint16_t now)
{
    bool relit = light_link(&controller->pixels);
    controller->received_at = now;
    controller->silent = false;
    controller->link_led = true;
    if (packet->type & ANSWER)
        key_queue_answered(&controller->key_queue, packet);
    else
        answer_it(controller, packet);
    if (relit && controller->whole)
        want_show(controller);
}

void controller_receive(struct controller *controller, uint8_t byte, uint16_t now)
{
    struct packet packet;
    want_nothing(controller);
    switch (decoder_take(&controller->decoder, byte, &packet)) {
    case DECODED_NOTHING:
        break;
    case DECODED_PACKET:
        receive_packet(controller, &packet, now);
        break;
    default:
        count(&controller->bad, 1);
    }
}

/* Keep the level, so that the other pixels do not change brightness. */
static void fall_silent(struct controller *controller, uint16_t now)
{
    controller->silent = true;
    controller->link_led = false;
    controller->blinked_at = now;
    key_queue_forget(&controller->key_queue);
    if (controller->whole && darken_link(&controller->pixels))
        want_show(controller);
}

static void blink(struct controller *controller, uint16_t now)
{
    if (ticks_since(controller->blinked_at, now) < BLINK)
        return;
    controller->blinked_at = (uint16_t)(controller->blinked_at + BLINK);
    controller->link_led = !controller->link_led;
}

static void tell_key(struct controller *controller, uint16_t now)
{
    uint8_t payload[KEY_BYTES];
    struct packet question = {.type = KEY, .payload = payload, .length = KEY_BYTES};
    if (!key_queue_due(&controller->key_queue, now, &question.seq, payload + KEY_KEY, payload + KEY_DOWN))
        return;
    put_number(payload + KEY_BOOT, controller->boot);
    say(controller, &question);
}

void controller_tick(struct controller *controller, uint16_t now)
{
    want_nothing(controller);
    if (!controller->silent && ticks_since(controller->received_at, now) >= SILENCE)
        fall_silent(controller, now);
    if (controller->silent)
        blink(controller, now);
    else
        tell_key(controller, now);
}

/* Keys are reported only while the link is up and the strip is configured. */
void controller_press(struct controller *controller, unsigned key, bool down)
{
    if (controller->configured && !controller->silent)
        key_queue_add(&controller->key_queue, key, down);
}

void controller_sample(struct controller *controller, uint16_t matrix, uint8_t missed)
{
    uint16_t changed = keys_changed(&controller->keys, matrix, missed);
    for (unsigned key = 0; key < KEYS; key++) {
        unsigned bit = 1u << key;
        if (changed & bit)
            controller_press(controller, key, (controller->keys.down & bit) != 0);
    }
}
