/* Main loop on an RP2040: passes bytes, key samples and the time to the core, and carries out its output. */
#include "board.h"
#include "controller.h"

#define REST_US 500u
#define SHOW_REST_US 60u   /* two pixels of the eight that wait for the strip */
#define HEARD_AT_ONCE 128u /* bytes; more would let a flood starve the rest of the loop */

/* One tick less than 5 ms, so that the tenth wake-up counts and not only the eleventh. */
#define SAMPLE_EVERY (TICKS(5) - 1u)

static struct controller controller;

/* Sample every 5 ms, and at once when a contact moves. */
static void sample_keys(void)
{
    static uint16_t sampled_at;
    const uint16_t now = clock_now();
    const bool settle = keys_settle(&controller.keys);
    const bool moves = !settle && keypad_touched() != (controller.keys.down != 0);
    if (ticks_since(sampled_at, now) < SAMPLE_EVERY && !moves)
        return;
    sampled_at = now;
    controller_sample(&controller, keypad_matrix(), 0);
}

/* While the strip is updated, keys are read and the USB is served, but no request is carried out. */
static void meanwhile(void)
{
    usb_poll();
    sample_keys();
    clock_rest(SHOW_REST_US);
}

/* Update the strip before answering: the answer tells the Pi that the picture is shown. */
static void follow(void)
{
    if (controller.wants.show > 0)
        strip_show(controller.pixels.colours, controller.wants.show, controller.pixels.level, meanwhile);
    usb_write(controller.wants.bytes, controller.wants.length);
    REGISTER(controller.link_led ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = BIT(LED_PIN);
}

/* Return whether more bytes may be waiting. */
static bool receive_some(void)
{
    uint8_t byte;
    for (unsigned heard = 0; heard < HEARD_AT_ONCE; heard++) {
        if (!usb_read(&byte))
            return false;
        controller_receive(&controller, byte, clock_now());
        if (byte == 0)
            follow(); /* only a zero ends a frame */
    }
    return true;
}

int main(void)
{
    strip_start();
    keypad_start();
    pin_start(LED_PIN, FUNCTION_SIO, PAD_4MA | PAD_INPUT);
    REGISTER(SIO_GPIO_OE_SET) = BIT(LED_PIN);
    controller_start(&controller, boot_number(), clock_now());
    usb_start();
    for (;;) {
        usb_poll();
        const bool more = receive_some();
        sample_keys();
        controller_tick(&controller, clock_now());
        follow();
        if (!more)
            clock_rest(REST_US);
    }
}
