/* 16-bit numbers in network byte order. */
#ifndef CRIBBLE_NUMBER_H
#define CRIBBLE_NUMBER_H

#include <stdint.h>

static inline uint16_t number_at(const uint8_t *bytes)
{
    return (uint16_t)((uint16_t)(bytes[0] << 8) | bytes[1]);
}

static inline void put_number(uint8_t *bytes, uint16_t number)
{
    bytes[0] = (uint8_t)(number >> 8);
    bytes[1] = (uint8_t)number;
}

#endif
