// openmeteo: FlatBuffers
async function main() {
  const { fetchWeatherApi } = await import('openmeteo')
  const hourly = ['temperature_2m', 'relative_humidity_2m', 'precipitation', 'weather_code', 'surface_pressure', 'uv_index']
  const daily = ['temperature_2m_max', 'sunrise', 'et0_fao_evapotranspiration']
  const current = ['temperature_2m', 'relative_humidity_2m', 'pressure_msl', 'wind_speed_10m']
  const [answer] = await fetchWeatherApi('https://api.open-meteo.com/v1/forecast', {
    latitude: 52.52,
    longitude: 13.41,
    timezone: 'auto',
    forecast_hours: 24,
    hourly,
    daily,
    current,
    wind_speed_unit: 'ms',
  })
  const [temperature, humidity, pressure, wind] = current.map((_, index) => answer.current().variables(index).value())
  const hours = hourly.map((_, index) => [...answer.hourly().variables(index).valuesArray()].slice(1, 23))
  const days = [...answer.daily().variables(0).valuesArray()].slice(1)
  console.log(JSON.stringify({ temperature, humidity, pressure, wind, elevation: answer.elevation(), days, hours }))
}
main()
