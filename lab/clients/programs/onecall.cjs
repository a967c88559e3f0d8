// owm-onecall-api
const { openWeatherMapClient, Units, mapToDarkSkyForecast } = require('owm-onecall-api')
openWeatherMapClient('k')
  .forecast({ lat: 52.52, lon: 13.41 }, { units: Units.Metric })
  .then((forecast) => {
    const { current, daily } = forecast
    const mapped = mapToDarkSkyForecast(forecast)
    const { temp: temperature, humidity, pressure, wind_speed: wind } = current
    console.log(JSON.stringify({ temperature, humidity, pressure, wind, days: daily, mapped: mapped.currently }))
  })
