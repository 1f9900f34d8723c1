/* The numbers of the protocol, written by `python -m firmware_bridge.protocol.c_header`:
 * PROTOCOL.md has their meaning. Do not edit. */
#ifndef CRIBBLE_PROTOCOL_H
#define CRIBBLE_PROTOCOL_H

/* Of the line. */
#define PROTOCOL_VERSION 1
#define LONGEST_FRAME 254
#define LONGEST_STUFFED 252
#define LONGEST_PAYLOAD 247
#define ANSWER 128

/* In a PAINT. */
#define PAINT_SHOW 1
#define RUN_SAME 0x8000u

/* In CONFIGURE. */
#define NO_PIXEL 0xffffu

/* How an answer begins. */
#define STATUS_DONE 0
#define STATUS_UNKNOWN 1
#define STATUS_MALFORMED 2
#define STATUS_UNCONFIGURED 3
#define STATUS_UNFIT 4
#define STATUS_BUSY 5

/* HELLO: who is there? */
#define HELLO 1
#define HELLO_VERSION 0
#define HELLO_BYTES 1
#define HELLO_ANSWER_VERSION 1
#define HELLO_ANSWER_FIRMWARE 2
#define HELLO_ANSWER_BOOT 3
#define HELLO_ANSWER_PIXELS 5
#define HELLO_ANSWER_PAYLOAD 7
#define HELLO_ANSWER_KEYS 8
#define HELLO_ANSWER_BYTES 9

/* CONFIGURE: this is your strip */
#define CONFIGURE 2
#define CONFIGURE_PIXELS 0
#define CONFIGURE_LIMIT_MA 2
#define CONFIGURE_LED_MA 4
#define CONFIGURE_LINK 6
#define CONFIGURE_BYTES 8
#define CONFIGURE_ANSWER_BYTES 1

/* PAINT: these pixels have these colours */
#define PAINT 3
#define PAINT_FLAGS 0
#define PAINT_BYTES 1
#define PAINT_ANSWER_BYTES 1

/* PING: are you there? */
#define PING 4
#define PING_BYTES 0
#define PING_ANSWER_BOOT 1
#define PING_ANSWER_LOST 3
#define PING_ANSWER_BAD 5
#define PING_ANSWER_BYTES 7

/* KEY: a key was pressed or let go */
#define KEY 5
#define KEY_BOOT 0
#define KEY_KEY 2
#define KEY_DOWN 3
#define KEY_BYTES 4
#define KEY_ANSWER_BYTES 1

#endif
