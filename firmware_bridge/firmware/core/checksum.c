/* CRC-16/GENIBUS: polynomial 1021, begun with FFFF, and complemented by its callers. */
#include "checksum.h"

/* A whole byte at once, with neither a table (512 bytes) nor a loop over its bits: the polynomial is
 * x^16 + x^12 + x^5 + 1, so all that a byte sets off is 12 and 5 places further, and again 4
 * places lower where its high half comes round. avr-libc's _crc_xmodem_update is the same in
 * assembler. */
static uint16_t after_byte(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)((crc >> 8 | crc << 8) ^ byte);
    crc = (uint16_t)(crc ^ (crc & 0xffu) >> 4);
    crc = (uint16_t)(crc ^ crc << 12);
    return (uint16_t)(crc ^ (crc & 0xffu) << 5);
}

uint16_t crc_after(uint16_t crc, const uint8_t *bytes, unsigned length)
{
    for (unsigned at = 0; at < length; at++)
        crc = after_byte(crc, bytes[at]);
    return crc;
}
