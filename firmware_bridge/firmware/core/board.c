/* Handlers of the protocol's messages, and the board's behaviour while the link is silent. */
#include "board.h"

#include <string.h>

#include "number.h"
#include "protocol.h"
#include "ticks.h"

#define SILENCE TICKS(3000)
#define BLINK TICKS(250) /* on and off time */
#define MOST_PUT_OFF 3u

void board_start(struct board *board, uint16_t boot, uint16_t now)
{
    memset(board, 0, sizeof *board);
    pixels_start(&board->pixels);
    board->boot = boot;
    board->silent = true;
    board->blinked_at = now;
}

/* PING's counters saturate. */
static void count(uint16_t *counter, uint16_t more)
{
    *counter = more > UINT16_MAX - *counter ? UINT16_MAX : (uint16_t)(*counter + more);
}

void board_lose(struct board *board, uint8_t times)
{
    count(&board->lost, times);
}

static void want_nothing(struct board *board)
{
    board->wants.show = 0;
    board->wants.length = 0;
}

static void want_show(struct board *board)
{
    if (board->wants.show == 0)
        board->wants.show = pixels_to_show(&board->pixels);
}

static void say(struct board *board, const struct packet *packet)
{
    board->wants.length = (uint8_t)encode(packet, board->wants.bytes, LONGEST_SENT);
}

/* Each handler returns a status; if that is DONE, it has also written the rest of the answer. */

/* A later protocol version may send a longer HELLO; the answer is the same. */
static uint8_t hello(const struct board *board, const struct packet *asked, uint8_t *answer)
{
    if (asked->length < HELLO_BYTES)
        return STATUS_MALFORMED;
    answer[HELLO_ANSWER_VERSION] = PROTOCOL_VERSION;
    answer[HELLO_ANSWER_FIRMWARE] = FIRMWARE_RELEASE;
    put_number(answer + HELLO_ANSWER_BOOT, board->boot);
    put_number(answer + HELLO_ANSWER_PIXELS, MOST_PIXELS);
    answer[HELLO_ANSWER_PAYLOAD] = LONGEST_PAYLOAD;
    answer[HELLO_ANSWER_KEYS] = KEYS;
    return STATUS_DONE;
}

/* A picture of the previous strip is not valid for the new one. */
static uint8_t configure(struct board *board, const struct packet *asked)
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
    if (tape.pixels > MOST_PIXELS)
        return STATUS_UNFIT;
    pixels_configure(&board->pixels, &tape);
    board->configured = true;
    board->whole = false;
    return STATUS_DONE;
}

/* Keys cannot be read during an update of the strip. So updates are refused from when a contact moves
 * until the Pi has acknowledged the key, but only a few times in a row, in case a key is broken. */
static bool put_off(struct board *board)
{
    bool key_first = keys_settle(&board->keys) || board->key_queue.length > 0;
    bool puts_off = key_first && board->put_off < MOST_PUT_OFF;
    board->put_off = puts_off ? (uint8_t)(board->put_off + 1u) : 0;
    return puts_off;
}

static uint8_t paint(struct board *board, const struct packet *asked)
{
    if (!board->configured)
        return STATUS_UNCONFIGURED;
    if (asked->length < PAINT_BYTES || asked->payload[PAINT_FLAGS] > PAINT_SHOW)
        return STATUS_MALFORMED;
    const uint8_t *runs = asked->payload + PAINT_BYTES;
    unsigned length = asked->length - PAINT_BYTES;
    if (!runs_fit(&board->pixels, runs, length))
        return STATUS_MALFORMED;
    const bool shows = asked->payload[PAINT_FLAGS] == PAINT_SHOW;
    if (shows && put_off(board))
        return STATUS_BUSY;
    paint_runs(&board->pixels, runs, length);
    board->whole = shows;
    if (!shows)
        return STATUS_DONE;
    choose_level(&board->pixels);
    want_show(board);
    return STATUS_DONE;
}

static uint8_t ping(const struct board *board, const struct packet *asked, uint8_t *answer)
{
    if (asked->length != PING_BYTES)
        return STATUS_MALFORMED;
    put_number(answer + PING_ANSWER_BOOT, board->boot);
    put_number(answer + PING_ANSWER_LOST, board->lost);
    put_number(answer + PING_ANSWER_BAD, board->bad);
    return STATUS_DONE;
}

/* Handle a request, write its answer and return the length of the answer. */
static unsigned do_it(struct board *board, const struct packet *asked, uint8_t *answer)
{
    unsigned length = 1;
    switch (asked->type) {
    case HELLO:
        length = HELLO_ANSWER_BYTES;
        answer[0] = hello(board, asked, answer);
        break;
    case CONFIGURE:
        answer[0] = configure(board, asked);
        break;
    case PAINT:
        answer[0] = paint(board, asked);
        break;
    case PING:
        length = PING_ANSWER_BYTES;
        answer[0] = ping(board, asked, answer);
        break;
    default:
        answer[0] = STATUS_UNKNOWN;
    }
    return answer[0] == STATUS_DONE ? length : 1u;
}

static void answer_it(struct board *board, const struct packet *asked)
{
    uint8_t payload[HELLO_ANSWER_BYTES];
    const struct packet answer = {
        .type = asked->type | ANSWER,
        .seq = asked->seq,
        .payload = payload,
        .length = do_it(board, asked, payload),
    };
    say(board, &answer);
}

/* Restore the link pixel before painting, since its saved colours would overwrite new ones. */
static void receive_packet(struct board *board, const struct packet *packet, uint16_t now)
{
    bool relit = light_link(&board->pixels);
    board->received_at = now;
    board->silent = false;
    board->link_led = true;
    if (packet->type & ANSWER)
        key_queue_answered(&board->key_queue, packet);
    else
        answer_it(board, packet);
    if (relit && board->whole)
        want_show(board);
}

void board_receive(struct board *board, uint8_t byte, uint16_t now)
{
    struct packet packet;
    want_nothing(board);
    switch (decoder_take(&board->decoder, byte, &packet)) {
    case DECODED_NOTHING:
        break;
    case DECODED_PACKET:
        receive_packet(board, &packet, now);
        break;
    default:
        count(&board->bad, 1);
    }
}

/* Keep the level, so that the other pixels do not change brightness. */
static void fall_silent(struct board *board, uint16_t now)
{
    board->silent = true;
    board->link_led = false;
    board->blinked_at = now;
    key_queue_forget(&board->key_queue);
    if (board->whole && darken_link(&board->pixels))
        want_show(board);
}

static void blink(struct board *board, uint16_t now)
{
    if (ticks_since(board->blinked_at, now) < BLINK)
        return;
    board->blinked_at = (uint16_t)(board->blinked_at + BLINK);
    board->link_led = !board->link_led;
}

static void tell_key(struct board *board, uint16_t now)
{
    uint8_t payload[KEY_BYTES];
    struct packet question = {.type = KEY, .payload = payload, .length = KEY_BYTES};
    if (!key_queue_due(&board->key_queue, now, &question.seq, payload + KEY_KEY, payload + KEY_DOWN))
        return;
    put_number(payload + KEY_BOOT, board->boot);
    say(board, &question);
}

void board_tick(struct board *board, uint16_t now)
{
    want_nothing(board);
    if (!board->silent && ticks_since(board->received_at, now) >= SILENCE)
        fall_silent(board, now);
    if (board->silent)
        blink(board, now);
    else
        tell_key(board, now);
}

/* Keys are reported only while the link is up and the strip is configured. */
void board_press(struct board *board, unsigned key, bool down)
{
    if (board->configured && !board->silent)
        key_queue_add(&board->key_queue, key, down);
}

void board_sample(struct board *board, uint16_t matrix, uint8_t missed)
{
    uint16_t changed = keys_changed(&board->keys, matrix, missed);
    for (unsigned key = 0; key < KEYS; key++) {
        unsigned bit = 1u << key;
        if (changed & bit)
            board_press(board, key, (board->keys.down & bit) != 0);
    }
}
