// openweathermap-ts
const { default: OpenWeatherMap } = require('openweathermap-ts')
const client = new OpenWeatherMap({ apiKey: 'k', units: 'metric' })
async function main() {
  const { main: now, wind, weather } = await client.getCurrentWeatherByGeoCoordinates(52.52, 13.41)
  const named = await client.getCurrentWeatherByCityName({ cityName: 'Berlin', state: '', countryCode: 'DE' })
  const { list } = await client.getThreeHourForecastByCityId(2950159)
  console.log(
    JSON.stringify({
      temperature: now.temp,
      humidity: now.humidity,
      pressure: now.pressure,
      wind: wind.speed,
      sky: weather[0].main,
      named: named.name,
      steps: list.map((step) => [step.main.temp, step.weather[0].icon]),
    }),
  )
}
main()
