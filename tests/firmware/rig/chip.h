/* What the parts of the rig know of the chip that they are connected to. */
#ifndef CRIBBLE_RIG_CHIP_H
#define CRIBBLE_RIG_CHIP_H

#include <simavr/sim_avr.h>

#define CLOCK_HZ 16000000uL
#define CYCLES_A_US 16u
#define NS_A_CYCLE 62.5

static inline double us_of(avr_cycle_count_t cycles)
{
    return (double)cycles / CYCLES_A_US;
}

#endif
