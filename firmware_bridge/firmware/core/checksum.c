/* CRC-16/GENIBUS: polynomial 0x1021, initial value 0xffff. Callers complement the result. */
#include "checksum.h"

/* Process a whole byte without a lookup table (512 bytes) or a loop over bits: since the polynomial is
 * x^16 + x^12 + x^5 + 1, a byte's effect is itself shifted by 12 and by 5, and its high nibble is
 * folded in 4 bits lower. The same algorithm as avr-libc's _crc_xmodem_update. */
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
