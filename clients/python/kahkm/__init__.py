"""Reads models and topics of KAHKM Streams.

``Model`` computes from a model file what the engine computes of readings: coordinates, novelty,
forecasts, relations. ``records`` and ``frame`` read the JSON of its topics. What this package does
not do is listed in its README.
"""

from .encoder import Encoding
from .forecasts import Forecast
from .model import Model
from .records import Records, by_horizon, frame, records
from .relations import Relations
from .safetensors import ModelFileError

__all__ = [
    "Encoding",
    "Forecast",
    "Model",
    "ModelFileError",
    "Records",
    "Relations",
    "by_horizon",
    "frame",
    "records",
]
__version__ = "0.1.0.dev0"
