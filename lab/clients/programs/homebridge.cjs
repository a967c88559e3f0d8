// homebridge-weather-plus: its module for OpenWeather
const { OpenWeatherMapAPI } = require('homebridge-weather-plus/apis/openweathermap')
const log = Object.assign((...words) => console.error(...words), {
  debug() {},
  info() {},
  error: (...words) => console.error(...words),
  warn() {},
})
const api = new OpenWeatherMapAPI('k', 'en', undefined, [52.52, 13.41], undefined, 'simple', log)
api.update(8, (error, weather) => {
  if (error) throw new Error(String(error))
  const { Temperature, Humidity, AirPressure, WindSpeed } = weather.report
  console.log(
    JSON.stringify({
      temperature: Temperature,
      humidity: Humidity,
      pressure: AirPressure,
      wind: WindSpeed,
      report: weather.report,
      days: weather.forecasts,
    }),
  )
})
