// openweather-api-node
const { OpenWeatherAPI } = require('openweather-api-node')
const client = new OpenWeatherAPI({ key: 'k', coordinates: { lat: 52.52, lon: 13.41 }, units: 'metric' })
async function main() {
  const { weather } = await client.getCurrent()
  const all = await client.getEverything()
  const steps = await client.getForecast(5)
  const days = all.daily.map(({ weather: day }) => [
    day.temp.min,
    day.temp.max,
    day.temp.morn,
    day.feelsLike.eve,
    day.humidity,
    day.icon.raw,
  ])
  const hours = all.hourly.map(({ weather: hour }) => [
    hour.temp.cur,
    hour.feelsLike.cur,
    hour.humidity,
    hour.pressure,
    hour.wind.speed,
    hour.uvi,
  ])
  console.log(
    JSON.stringify({
      temperature: weather.temp.cur,
      humidity: weather.humidity,
      pressure: weather.pressure,
      wind: weather.wind.speed,
      sky: weather.main,
      days,
      hours,
      steps: steps.map((step) => step.weather.temp.cur),
    }),
  )
}
main()
