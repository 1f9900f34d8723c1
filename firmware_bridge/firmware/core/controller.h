/* The controller's protocol logic: answers messages, keeps the picture, reports keys. No I/O: the caller
 * passes in bytes and the time, and carries out `wants`. */
#ifndef CRIBBLE_CONTROLLER_H
#define CRIBBLE_CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

#include "framing.h"
#include "keys.h"
#include "pixels.h"
#include "key_queue.h"

#define FIRMWARE_RELEASE 1u

/* The longest frame that a controller sends is its answer to HELLO. */
#define MAX_SENT_LENGTH (HELLO_ANSWER_BYTES + FRAME_OVERHEAD)

/* Output of each call, to be carried out before the next one: update the strip first, then send. The
 * Pi sends nothing until it is answered. */
struct wants {
    uint16_t show; /* pixels to send, 0 for no update; those past the end of the strip are dark */
    uint8_t bytes[MAX_SENT_LENGTH];
    uint8_t length; /* of bytes, 0 if there is nothing to send */
};

struct controller {
    struct wants wants;
    bool link_led; /* whether the link LED should be on */

    uint16_t boot;
    uint16_t lost;
    uint16_t bad;
    uint16_t received_at;   /* when the last valid frame arrived */
    uint16_t blinked_at; /* when the link LED last toggled during silence */
    bool silent;
    bool configured;
    uint8_t put_off; /* consecutive updates refused because of a key */
    bool whole; /* whether the colours are a complete picture, not one still being received */

    struct decoder decoder;
    struct pixels pixels;
    struct keys keys;
    struct key_queue key_queue;
};

/* Times are in ticks (ticks.h); boot is the number of this start. */
void controller_start(struct controller *controller, uint16_t boot, uint16_t now);

/* Process a received byte. */
void controller_receive(struct controller *controller, uint8_t byte, uint16_t now);

/* Count receive overruns. */
void controller_lose(struct controller *controller, uint8_t times);

/* Run timeouts; call at least once a second. */
void controller_tick(struct controller *controller, uint16_t now);

/* Process a sample of the keypad, taken every 5 ms and as soon as a contact moves; see keys.h. */
void controller_sample(struct controller *controller, uint16_t matrix, uint8_t missed);

/* Report a debounced key. */
void controller_press(struct controller *controller, unsigned key, bool down);

#endif
