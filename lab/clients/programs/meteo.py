# meteo-qt: its download thread for XML and JSON, as its window starts it
import json
import sys

sys.path.insert(0, "/usr/lib/python3/dist-packages")
import meteo_qt.meteo_qt as meteo

base = "http://api.openweathermap.org/data/2.5"
app = meteo.QApplication(sys.argv)
found = {}
errors = []
thread = meteo.Download(
    "http://openweathermap.org/img/w/",
    f"{base}/weather?id=",
    f"{base}/forecast?id=",
    f"{base}/forecast/daily?id=",
    "2950159",
    "&mode=xml&units=metric&APPID=k",
)
thread.xmlpage.connect(lambda page: found.update(now=page))
thread.error.connect(errors.append)
for name in ("forecast6_rawpage", "day_forecast_rawpage", "uv_signal"):
    getattr(thread, name).connect(lambda page, name=name: found.update({name: page}))
thread.done.connect(lambda _: app.quit())
meteo.QTimer.singleShot(30000, app.quit)
thread.start()
app.exec_()
thread.wait(1000)
root = found["now"]
value = lambda path: float(root.find(path).get("value"))
print(json.dumps({"temperature": value("temperature"), "humidity": value("humidity"), "pressure": value("pressure"), "wind": value("wind/speed"), "errors": [str(error) for error in errors], "read": sorted(found)}))
