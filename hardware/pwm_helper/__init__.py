"""The lamp: a process of its own that lights a strip, so that nothing else need be root for it.

A program hands it frames over a socket of this machine. When the program goes away without a word
the lamp keeps its last picture lit; when it says goodbye the lamp goes dark.
"""
