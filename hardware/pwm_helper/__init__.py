"""The PWM helper: a separate process that lights a strip, so that nothing else need be root.

A program hands it frames over a socket of this machine. When the program goes away without a word
the helper keeps its last picture lit; when it says goodbye the helper goes dark.
"""
