"""Prometheus metrics: counts and durations, no personal data."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("kaiten_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("kaiten_tables", "Tables in memory", registry=self.registry)
        self.commands = Counter("kaiten_commands", "Commands by how they ended", ["outcome"], registry=self.registry)
        self.save_seconds = Histogram(
            "kaiten_save_seconds", "From a decision to its commit", buckets=_SECONDS, registry=self.registry
        )
        self.frames = Counter("kaiten_frames_sent", "Frames handed to sockets", registry=self.registry)
        self.bot_seconds = Histogram(
            "kaiten_bot_seconds", "From a bot's turn to its choice", buckets=_SECONDS, registry=self.registry
        )
        self.stand_ins = Counter(
            "kaiten_bot_stand_ins", "Choices made by a stand-in bot while a level was compiled", registry=self.registry
        )
        self.sheet_edits = Counter(
            "kaiten_sheet_edits", "Edits of score sheets that were saved", registry=self.registry
        )
        self.dropped = Counter("kaiten_sockets_dropped", "Sockets closed by us", ["why"], registry=self.registry)
        self.broken = Gauge("kaiten_tables_broken", "Tables whose log cannot be read", registry=self.registry)
