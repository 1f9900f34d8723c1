"""Why a part of the table that hangs on this machine does nothing: keypad, buzzer, display."""

from __future__ import annotations

from typing import Any, Final

from scorekeeper.words import en


class PartFault(OSError):
    """A sentence that says what is wrong and would mend it: English with ``{names}`` for the
    ``values``, marked with ``en``; ``str`` is the English."""

    def __init__(self, sentence: str, /, **values: str | int) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def plain(self) -> dict[str, Any]:
        """The same as JSON, for whoever says it in another language."""
        return {"sentence": self.sentence, "values": self.values}


def told(fault: OSError) -> PartFault:
    """*fault* as a sentence for people."""
    if isinstance(fault, PartFault):
        return fault
    reason = fault.strerror or str(fault) or type(fault).__name__
    return PartFault(en("It does not work ({reason})."), reason=reason)
