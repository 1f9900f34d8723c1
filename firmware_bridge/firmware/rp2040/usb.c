/* A serial port over USB (CDC ACM, full speed). The controller (data sheet, 4.1) is polled. Each endpoint
 * has one buffer of a packet, which belongs either to the program or to the controller; while it is the
 * program's, the controller refuses packets with a NAK, and the host repeats them. */
#include "board.h"
#include "descriptors.h"

/* Buffer control. */
#define FULL BIT(15)
#define DATA1 BIT(13)
#define STALL BIT(11)
#define AVAILABLE BIT(10)

/* Endpoint control: on, with an interrupt for each packet. */
#define ENABLED (BIT(31) | BIT(29))

/* Places in the memory shared with the controller. */
#define IN 0x80u
#define PLACE(address) (8u * ((address) & 0xfu) + ((address) & IN ? 0u : 4u))
#define ENDPOINT_CONTROL(address) REGISTER(USB_MEMORY + PLACE(address))
#define BUFFER_CONTROL(address) REGISTER(USB_MEMORY + 0x80u + PLACE(address))
#define DONE(address) BIT(PLACE(address) / 4u)
#define BUFFER(place) ((volatile uint8_t *)(USB_MEMORY + (place)))
#define CONTROL_BUFFER 0x100u /* of both directions */
#define DATA_IN_BUFFER 0x180u
#define DATA_OUT_BUFFER 0x1c0u
#define NOTICE_BUFFER 0x200u
#define CONTROL_IN IN
#define CONTROL_OUT 0u

/* Requests: bRequest, plus direction and kind of bmRequestType times 256. */
#define FROM_DEVICE 0x8000u
#define CLASS 0x2000u
#define WITHOUT_RECIPIENT 0xe0ffu
enum {
    GET_STATUS = FROM_DEVICE,
    CLEAR_FEATURE = 1,
    SET_FEATURE = 3,
    SET_ADDRESS = 5,
    GET_DESCRIPTOR = FROM_DEVICE + 6,
    GET_CONFIGURATION = FROM_DEVICE + 8,
    SET_CONFIGURATION = 9,
    GET_INTERFACE = FROM_DEVICE + 10,
    SET_INTERFACE = 11,
    SET_LINE_CODING = CLASS + 0x20,
    GET_LINE_CODING = FROM_DEVICE + CLASS + 0x21,
    SET_CONTROL_LINE_STATE = CLASS + 0x22,
};
enum { TO_DEVICE, TO_INTERFACE, TO_ENDPOINT };

#define TOUCH_BAUD 1200u /* by custom, restarts a board in its boot loader */

static struct endpoint {
    uint8_t address;
    uint32_t control; /* its type and its buffer */
    bool halted, data1;
} endpoints[] = {
    {NOTICE_IN, ENABLED | 3u << 26 | NOTICE_BUFFER, false, false},
    {DATA_IN, ENABLED | 2u << 26 | DATA_IN_BUFFER, false, false},
    {DATA_OUT, ENABLED | 2u << 26 | DATA_OUT_BUFFER, false, false},
};
#define ENDPOINTS (sizeof endpoints / sizeof *endpoints)
static struct endpoint *const data_in = &endpoints[1], *const data_out = &endpoints[2];

static bool configured;

/* The request to endpoint 0 that is carried out. */
static uint16_t request, new_address;
static const uint8_t *reply_rest;
static unsigned reply_length;
static bool reply_data1;
static uint8_t coding[7] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8}; /* 115,200 baud, 8N1; of no effect */

static unsigned heard, taken; /* bytes in the buffer of DATA_OUT, and those read of them */
static bool sending; /* a packet waits for the host */
static uint8_t unsent[PACKET_BYTES - 1u]; /* a full packet would announce another one */
static unsigned unsent_length;

/* The controller may see AVAILABLE before the other bits: it comes some cycles later (4.1.2.5.1). */
static void hand_over(uint8_t address, uint32_t bits)
{
    BUFFER_CONTROL(address) = bits;
    __asm__ volatile("b 1f\n1: b 1f\n1: b 1f\n1:");
    BUFFER_CONTROL(address) = bits | AVAILABLE;
}

/* Packets have DATA0 and DATA1 in turn. */
static void hand_over_data(struct endpoint *endpoint, uint32_t bits)
{
    hand_over(endpoint->address, bits | (endpoint->data1 ? DATA1 : 0));
    endpoint->data1 = !endpoint->data1;
}

static void send_next(void)
{
    if (!configured || data_in->halted || sending || unsent_length == 0)
        return;
    for (unsigned at = 0; at < unsent_length; at++)
        BUFFER(DATA_IN_BUFFER)[at] = unsent[at];
    hand_over_data(data_in, unsent_length | FULL);
    unsent_length = 0;
    sending = true;
}

/* Take back what the host has not fetched. */
static void forget_unsent(void)
{
    BUFFER_CONTROL(DATA_IN) = 0;
    data_in->data1 ^= sending;
    sending = false;
    unsent_length = 0;
}

static void listen(void)
{
    heard = taken = 0;
    if (configured && !data_out->halted)
        hand_over_data(data_out, PACKET_BYTES);
}

/* Begin anew, or refuse all packets until then. */
static void restart(struct endpoint *endpoint, bool halted)
{
    if (endpoint == data_in)
        forget_unsent();
    endpoint->halted = halted;
    endpoint->data1 = false;
    BUFFER_CONTROL(endpoint->address) = halted ? STALL : 0;
    if (endpoint == data_out)
        listen();
}

static void configure(bool on)
{
    configured = on;
    for (unsigned at = 0; at < ENDPOINTS; at++) {
        ENDPOINT_CONTROL(endpoints[at].address) = on ? endpoints[at].control : 0;
        restart(&endpoints[at], false);
    }
}

static void reply_next(void)
{
    const unsigned length = reply_length < PACKET_BYTES ? reply_length : PACKET_BYTES;
    for (unsigned at = 0; at < length; at++)
        BUFFER(CONTROL_BUFFER)[at] = *reply_rest++;
    reply_length -= length;
    hand_over(CONTROL_IN, length | FULL | (reply_data1 ? DATA1 : 0));
    reply_data1 = !reply_data1;
}

/* No answer fills its last packet, which would need an empty one after it. The host may end an answer
 * early, so its end is awaited from the start. */
static bool reply(const uint8_t *bytes, unsigned length, unsigned wanted)
{
    reply_rest = bytes;
    reply_length = length < wanted ? length : wanted;
    reply_next();
    hand_over(CONTROL_OUT, PACKET_BYTES | DATA1);
    return true;
}

static bool reply_number(uint8_t number, unsigned length, unsigned wanted)
{
    static uint8_t bytes[2];
    bytes[0] = number;
    return reply(bytes, length, wanted);
}

/* Carry out a request without an answer. */
static bool acknowledge(void)
{
    hand_over(CONTROL_IN, FULL | DATA1);
    return true;
}

static struct endpoint *endpoint_of(uint16_t address)
{
    for (unsigned at = 0; at < ENDPOINTS; at++)
        if (endpoints[at].address == address)
            return &endpoints[at];
    return 0;
}

/* Carry out a request, or return false if it cannot be. */
static bool obey(unsigned recipient, uint16_t value, uint16_t index, unsigned wanted)
{
    struct endpoint *const endpoint = recipient == TO_ENDPOINT ? endpoint_of(index) : 0;
    const bool is_there = recipient == TO_DEVICE
                          || (recipient == TO_INTERFACE && configured && index < 2)
                          || (recipient == TO_ENDPOINT && ((configured && endpoint) || (index & ~IN) == 0));
    const uint8_t *found;
    if (!is_there)
        return false;
    switch (request) {
    case GET_STATUS: /* of the device: powered by the bus, does not wake the host */
        return reply_number(endpoint && endpoint->halted, 2, wanted);
    case CLEAR_FEATURE:
    case SET_FEATURE:
        if (recipient != TO_ENDPOINT || value != 0) /* ENDPOINT_HALT */
            return false;
        if (endpoint)
            restart(endpoint, request == SET_FEATURE);
        return acknowledge();
    case SET_ADDRESS:
        new_address = value;
        return acknowledge();
    case GET_DESCRIPTOR:
        found = descriptor_of((uint8_t)(value >> 8), (uint8_t)value);
        return found && reply(found, found == configuration ? sizeof configuration : *found, wanted);
    case GET_CONFIGURATION:
        return reply_number(configured ? CONFIGURATION : 0, 1, wanted);
    case SET_CONFIGURATION:
        if (value > CONFIGURATION)
            return false;
        configure(value == CONFIGURATION);
        return acknowledge();
    case GET_INTERFACE:
        return recipient == TO_INTERFACE && reply_number(0, 1, wanted);
    case SET_INTERFACE: /* each has one setting */
        if (recipient != TO_INTERFACE || value != 0)
            return false;
        configure(true);
        return acknowledge();
    case SET_LINE_CODING:
        hand_over(CONTROL_OUT, PACKET_BYTES | DATA1);
        return wanted == sizeof coding;
    case GET_LINE_CODING:
        return reply(coding, sizeof coding, wanted);
    case SET_CONTROL_LINE_STATE: /* the port is opened or closed: no old bytes for its next user */
        forget_unsent();
        return acknowledge();
    default:
        return false;
    }
}

/* A request ends the one before, however far that was. */
static void setup(void)
{
    const uint32_t first = REGISTER(USB_MEMORY), second = REGISTER(USB_MEMORY + 4u);
    BUFFER_CONTROL(CONTROL_IN) = BUFFER_CONTROL(CONTROL_OUT) = 0;
    REGISTER(USB_BUFF_STATUS) = DONE(CONTROL_IN) | DONE(CONTROL_OUT);
    request = (uint16_t)((first << 8 | (first >> 8 & 0xffu)) & WITHOUT_RECIPIENT);
    reply_length = 0;
    reply_data1 = true;
    if (obey(first & 0x1fu, (uint16_t)(first >> 16), (uint16_t)second, second >> 16))
        return;
    request = 0;
    REGISTER(USB_EP_STALL_ARM) = DONE(CONTROL_IN) | DONE(CONTROL_OUT); /* until the next request */
    BUFFER_CONTROL(CONTROL_IN) = BUFFER_CONTROL(CONTROL_OUT) = STALL;
}

/* The host has fetched a packet of endpoint 0. A new address holds from then on. */
static void control_sent(void)
{
    const unsigned baud = coding[0] | coding[1] << 8 | coding[2] << 16 | (unsigned)coding[3] << 24;
    if (reply_length > 0)
        reply_next();
    else if (request == SET_ADDRESS)
        REGISTER(USB_ADDR_ENDP) = new_address;
    else if (request == SET_LINE_CODING && baud == TOUCH_BAUD)
        boot_loader();
}

static void buffers_done(void)
{
    const uint32_t done = REGISTER(USB_BUFF_STATUS);
    REGISTER(USB_BUFF_STATUS) = done;
    if (done & DONE(CONTROL_IN))
        control_sent();
    if ((done & DONE(CONTROL_OUT)) && request == SET_LINE_CODING) {
        for (unsigned at = 0; at < sizeof coding; at++)
            coding[at] = BUFFER(CONTROL_BUFFER)[at];
        acknowledge();
    }
    if (done & DONE(DATA_IN))
        sending = false;
    if ((done & DONE(DATA_OUT)) && (heard = BUFFER_CONTROL(DATA_OUT) & 0x3ffu) == 0)
        listen();
}

void usb_start(void)
{
    for (unsigned at = 0; at < 4096u; at += 4u)
        REGISTER(USB_MEMORY + at) = 0;
    REGISTER(USB_MUXING) = BIT(3) | BIT(0); /* to the pins */
    REGISTER(USB_PWR) = BIT(3) | BIT(2);    /* the bus has power, or the board had none */
    REGISTER(USB_MAIN_CTRL) = 1;            /* on, as a device */
    REGISTER(USB_INTE) = BIT(16) | BIT(15) | BIT(14) | BIT(12) | BIT(4); /* all that usb_poll() looks at */
    REGISTER(USB_SIE_CTRL) = BIT(29) | BIT(16); /* endpoint 0 too; connected */
}

void usb_poll(void)
{
    const uint32_t status = REGISTER(USB_SIE_STATUS);
    REGISTER(USB_SIE_STATUS) = status & (USB_BUS_RESET | USB_SETUP | USB_SUSPENDED | USB_RESUMED);
    buffers_done();
    if (status & USB_BUS_RESET) {
        REGISTER(USB_ADDR_ENDP) = 0;
        request = 0;
        configure(false);
    }
    if (status & (USB_SUSPENDED | USB_RESUMED))
        forget_unsent(); /* no old bytes for a host that slept */
    if (status & USB_SETUP)
        setup();
    if (heard > 0 && taken == heard)
        listen();
    send_next();
}

bool usb_read(uint8_t *byte)
{
    if (taken == heard)
        return false;
    *byte = BUFFER(DATA_OUT_BUFFER)[taken++];
    return true;
}

void usb_write(const uint8_t *bytes, unsigned length)
{
    if (!configured || length > sizeof unsent - unsent_length)
        return;
    while (length-- > 0)
        unsent[unsent_length++] = *bytes++;
    send_next();
}
