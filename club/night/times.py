"""The clock of a round."""

from datetime import datetime, timedelta

from club.night.state import Night, Phase


def round_ends(night: Night) -> str | None:
    """Return when the clock of the round runs out, ISO 8601; None where there is none."""
    began = night.began.get(night.round)
    if not began or not night.plan.minutes or night.phase is not Phase.PLAY:
        return None
    ends = datetime.fromisoformat(began) + timedelta(minutes=night.plan.minutes)
    return ends.isoformat(timespec="seconds")
