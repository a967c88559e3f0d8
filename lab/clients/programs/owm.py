# py3status: its module weather_owm, once, in what py3status itself has for trying a module
import sys

sys.path.insert(0, "/usr/lib/python3/dist-packages")
import py3status.module_test as module_test
from py3status.modules.weather_owm import Py3status

config = {
    "api_key": "k",
    "location": (52.52, 13.41),
    "forecast_days": 3,
    "unit_temperature": "C",
    "format": "{temperature} {humidity} {pressure} {wind} {clouds} {sunrise} {sunset} {main} {description} {forecast}",
    "format_forecast": "{temperature} {main}",
}


def stop(_seconds):
    raise KeyboardInterrupt


module_test.time.sleep = stop
sys.argv = ["weather_owm.py"]
module_test.module_test(Py3status, config)
