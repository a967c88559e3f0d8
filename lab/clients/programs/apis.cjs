// openweather-apis
const weather = require('openweather-apis')
weather.setAPPID('k')
weather.setUnits('metric')
weather.setLang('en')
weather.setCoordinate(52.52, 13.41)
const get = (method, ...words) =>
  new Promise((resolve, reject) => {
    weather[method](...words, (error, answer) => (error ? reject(error) : resolve(answer)))
  })
async function main() {
  const [temperature, humidity, pressure] = [await get('getTemperature'), await get('getHumidity'), await get('getPressure')]
  const smart = await get('getSmartJSON')
  const [oneCall, days] = [await get('getWeatherOneCall'), await get('getWeatherForecastForDays', 3)]
  console.log(
    JSON.stringify({
      temperature,
      humidity,
      pressure,
      smart: smart.temp,
      current: oneCall.current,
      days: days.list.map(({ temp }) => temp),
    }),
  )
}
main()
