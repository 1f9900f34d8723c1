"""The steps of the wizard as its routes use them; the program makes them."""

from typing import Protocol

from scorekeeper.words import Words
from web.wizard.schema import (
    BoardRequest,
    BootResponse,
    DoctorResponse,
    FindRequest,
    FoundResponse,
    KeypadRequest,
    KeypadResponse,
    LengthRequest,
    LengthResponse,
    LightsRequest,
    MendRequest,
    NamesRequest,
    Prints,
    SetupResponse,
    ShowRequest,
    StripRequest,
    SurveyRequest,
    SurveyResponse,
)


class LightsStep(Protocol):
    """The kind of lights, their number, and the order of their colours."""

    def choose(self, asked: LightsRequest, words: Words) -> None:
        """Keep the kind of lights, and light them from now on."""

    def show(self, asked: ShowRequest, words: Words) -> str | None:
        """Show something on the strip; return why nothing shines, or None."""

    def length(self, asked: LengthRequest, words: Words) -> LengthResponse:
        """Go on with counting the lights."""

    def keep(self, asked: StripRequest, words: Words) -> None:
        """Keep the number of lights and the order of their colours."""


class BoardStep(Protocol):
    """The shape of the board and its wiring."""

    def choose(self, asked: BoardRequest, words: Words) -> None:
        """Keep the shape of the board."""

    def svg(self, asked: BoardRequest, theme: str) -> bytes:
        """Return the drawing of a board."""

    def survey(self, asked: SurveyRequest, words: Words) -> SurveyResponse:
        """Go on with the wiring, or keep it."""


class KeypadStep(Protocol):
    """A keypad that is listened to until it is known."""

    def heard(self) -> KeypadResponse:
        """Return the latest keys."""

    def ask(self, asked: KeypadRequest, words: Words) -> KeypadResponse:
        """Listen to a keypad, or keep it."""


class DoctorStep(Protocol):
    """The findings on this machine, and its boot files."""

    def look(self, words: Words) -> DoctorResponse:
        """Look at this machine."""

    def mend(self, asked: MendRequest, words: Words) -> None:
        """Do the remedy of a finding."""

    def write_boot(self) -> BootResponse:
        """Write the lines that are lacking, and restart the machine."""


class Wizard(Protocol):
    """The steps that set this machine up. A method that raises Fault has changed nothing."""

    @property
    def lights(self) -> LightsStep:
        """The step of the lights."""

    @property
    def board(self) -> BoardStep:
        """The step of the board."""

    @property
    def keypad(self) -> KeypadStep:
        """The step of the keypad."""

    @property
    def doctor(self) -> DoctorStep:
        """The doctor."""

    def describe(self, words: Words) -> SetupResponse:
        """Return the machine as it is."""

    def name(self, asked: NamesRequest, words: Words) -> None:
        """Keep language, time zone and name."""

    def find(self, asked: FindRequest, words: Words) -> FoundResponse:
        """Search for lights, which takes a few seconds, or keypads."""

    def finish(self) -> None:
        """Give the lights back to the game."""

    def printed(self, sheet: Prints, paper: str, words: Words) -> bytes:
        """Return a sheet as PDF."""


class WizardDoor(Protocol):
    """The door to the wizard: all of it that a table needs before anybody sets it up."""

    @property
    def is_fresh(self) -> bool:
        """True on a machine of the package that never had a host, a phone that joined, or a game:
        its first phone is taken to the wizard, and may claim it."""

    @property
    def needs_sudo(self) -> bool:
        """True if the commands that show codes need sudo before them."""

    def taken(self) -> None:
        """Keep that the machine is fresh no more."""

    def open(self) -> Wizard:
        """Return the wizard."""
