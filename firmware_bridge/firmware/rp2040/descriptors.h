/* USB descriptors: chapter 9 of the USB 2.0 specification, and "USB Class Definitions for Communications
 * Devices" 1.2. For usb.c alone. */
#ifndef CRIBBLE_DESCRIPTORS_H
#define CRIBBLE_DESCRIPTORS_H

#include <stdint.h>

#define PACKET_BYTES 64u
#define CONFIGURATION 1u

/* The endpoints besides 0. The first one, which the class demands, never sends. */
#define NOTICE_IN 0x81u
#define DATA_IN 0x82u
#define DATA_OUT 0x02u

#define WORD(number) (number) & 0xffu, (number) >> 8

enum { DEVICE = 1, ALL = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5, CLASS_INTERFACE = 0x24 };
enum { NO_TEXT, MAKER_TEXT, PRODUCT_TEXT };

/* Raspberry Pi's ids of a program on a Pico that is a serial port. */
static const uint8_t device[] = {
    18, DEVICE, WORD(0x0200u), 2, 0, 0, PACKET_BYTES, /* USB 2.0, communications */
    WORD(0x2e8au), WORD(0x000au), WORD(0x0100u), MAKER_TEXT, PRODUCT_TEXT, NO_TEXT, 1,
};

static const uint8_t configuration[] = {
    9, ALL, WORD(67u), 2, CONFIGURATION, NO_TEXT, 0x80, 50, /* 67 bytes, 2 interfaces, 100 mA of the bus */

    9, INTERFACE, 0, 0, 1, 2, 2, 0, NO_TEXT, /* communications, abstract control model */
    5, CLASS_INTERFACE, 0, WORD(0x0110u),    /* header: version 1.10 */
    5, CLASS_INTERFACE, 1, 0, 1,             /* no call management; the data is at interface 1 */
    4, CLASS_INTERFACE, 2, 2,                /* takes SET_LINE_CODING and SET_CONTROL_LINE_STATE */
    5, CLASS_INTERFACE, 6, 0, 1,             /* interfaces 0 and 1 belong together */
    7, ENDPOINT, NOTICE_IN, 3, WORD(8u), 255,

    9, INTERFACE, 1, 0, 2, 10, 0, 0, NO_TEXT, /* data */
    7, ENDPOINT, DATA_OUT, 2, WORD(PACKET_BYTES), 0,
    7, ENDPOINT, DATA_IN, 2, WORD(PACKET_BYTES), 0,
};
_Static_assert(sizeof configuration == 67, "the length of all parts together");

/* A string is UTF-16 without an end. */
#define TEXT(name, text) \
    static const struct { uint8_t length, type; uint16_t characters[sizeof(text) / 2u - 1u]; } name = \
        {sizeof(text), STRING, text}

TEXT(language, u"\x0409"); /* English */
TEXT(maker, u"Cribble");
TEXT(product, u"Pico");

/* The descriptor of a type and an index, or 0. Its first byte is its length, except of ALL. */
static inline const uint8_t *descriptor_of(uint8_t type, uint8_t index)
{
    static const uint8_t *const texts[] = {&language.length, &maker.length, &product.length};
    if (type == STRING && index < sizeof texts / sizeof *texts)
        return texts[index];
    if (index > 0)
        return 0;
    return type == DEVICE ? device : type == ALL ? configuration : 0;
}

#endif
