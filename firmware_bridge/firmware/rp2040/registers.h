/* The registers of the RP2040 that are used, named as in its data sheet. */
#ifndef CRIBBLE_REGISTERS_H
#define CRIBBLE_REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define BIT(number) (1u << (number))

/* Writing to these aliases of a peripheral's register sets or clears the bits that are 1. */
#define SET(address) REGISTER((address) + 0x2000u)
#define CLEAR(address) REGISTER((address) + 0x3000u)

/* A peripheral runs once its bit is cleared in RESET and set in RESET_DONE. */
#define RESETS_RESET 0x4000c000u
#define RESETS_RESET_DONE 0x4000c008u
#define RESET_IO_BANK0 BIT(5)
#define RESET_PADS_BANK0 BIT(8)
#define RESET_PIO0 BIT(10)
#define RESET_PLL_USB BIT(13)
#define RESET_TIMER BIT(21)
#define RESET_USBCTRL BIT(24)

#define CLK_REF_CTRL 0x40008030u
#define CLK_REF_SELECTED 0x40008038u
#define CLK_SYS_CTRL 0x4000803cu
#define CLK_SYS_SELECTED 0x40008044u
#define CLK_USB_CTRL 0x40008054u
#define XOSC_CTRL 0x40024000u
#define XOSC_STATUS 0x40024004u
#define XOSC_STARTUP 0x4002400cu
#define PLL_USB_CS 0x4002c000u
#define PLL_USB_PWR 0x4002c004u
#define PLL_USB_FBDIV_INT 0x4002c008u
#define PLL_USB_PRIM 0x4002c00cu
#define WATCHDOG_TICK 0x4005802cu
#define ROSC_RANDOMBIT 0x4006001cu

#define TIMER_ALARM0 0x40054010u
#define TIMER_TIMERAWL 0x40054028u /* microseconds */
#define TIMER_INTR 0x40054034u
#define TIMER_INTE 0x40054038u
#define NVIC_ISER 0xe000e100u
#define NVIC_ICER 0xe000e180u
#define IRQ_TIMER_0 BIT(0)
#define IRQ_USBCTRL BIT(5)

#define GPIO_CTRL(pin) (0x40014004u + 8u * (pin))
#define FUNCTION_SIO 5u
#define FUNCTION_PIO0 6u
#define PAD(pin) (0x4001c004u + 4u * (pin))
#define PAD_SCHMITT BIT(1)
#define PAD_PULL_UP BIT(3)
#define PAD_4MA BIT(4)
#define PAD_INPUT BIT(6)
#define SIO_GPIO_IN 0xd0000004u
#define SIO_GPIO_OUT_SET 0xd0000014u
#define SIO_GPIO_OUT_CLR 0xd0000018u
#define SIO_GPIO_OE_SET 0xd0000024u
#define SIO_GPIO_OE_CLR 0xd0000028u

#define PIO0_CTRL 0x50200000u
#define PIO0_FSTAT 0x50200004u
#define PIO0_TXF0 0x50200010u
#define PIO0_INSTR_MEM 0x50200048u
#define PIO0_SM0_CLKDIV 0x502000c8u
#define PIO0_SM0_EXECCTRL 0x502000ccu
#define PIO0_SM0_SHIFTCTRL 0x502000d0u
#define PIO0_SM0_INSTR 0x502000d8u
#define PIO0_SM0_PINCTRL 0x502000dcu

#define USB_MEMORY 0x50100000u /* shared with the controller */
#define USB_ADDR_ENDP 0x50110000u
#define USB_MAIN_CTRL 0x50110040u
#define USB_SIE_CTRL 0x5011004cu
#define USB_SIE_STATUS 0x50110050u
#define USB_SUSPENDED BIT(4)
#define USB_RESUMED BIT(11)
#define USB_SETUP BIT(17)
#define USB_BUS_RESET BIT(19)
#define USB_BUFF_STATUS 0x50110058u
#define USB_EP_STALL_ARM 0x50110068u
#define USB_MUXING 0x50110074u
#define USB_PWR 0x50110078u
#define USB_INTE 0x50110090u

#endif
