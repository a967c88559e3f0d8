// weather-plus, which rounds a place to a geohash: to one of metres here
const { default: WeatherPlus } = require('weather-plus')
new WeatherPlus({ providers: ['openweather'], apiKeys: { openweather: 'k' }, geohashPrecision: 9 })
  .getWeather(52.52, 13.41)
  .then((weather) => {
    const { temperature, humidity } = weather
    console.log(JSON.stringify({ temperature: temperature.value, humidity: humidity.value, weather }))
  })
