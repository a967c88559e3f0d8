// node-red-node-openweathermap, in a runtime that has what it asks for
const { EventEmitter } = require('node:events')
const types = {}
const RED = {
  nodes: {
    createNode: (node, config) => Object.assign(node, EventEmitter.prototype, { credentials: { apikey: 'k' }, config }),
    registerType: (name, type) => void (types[name] = type),
  },
  httpAdmin: { get() {} },
  auth: { needsPermission: () => () => {} },
  _: (text) => text,
}
require('node-red-node-openweathermap/weather.js')(RED)
function ask(wtype) {
  return new Promise((resolve, reject) => {
    const node = new types['openweathermap']({ wtype, lat: 52.52, lon: 13.41, language: 'en' })
    Object.assign(node, { status() {}, error: (error) => reject(new Error(String(error))), send: (message) => resolve(message) })
    node.emit(
      'input',
      { payload: {} },
      (message) => resolve(message),
      (error) => error && reject(error),
    )
  })
}
async function main() {
  const { payload } = await ask('current')
  const forecast = await ask('forecast')
  console.log(
    JSON.stringify({
      temperature: payload.tempk - 273.15,
      humidity: payload.humidity,
      wind: payload.windspeed,
      sky: payload.weather,
      payload,
      steps: forecast.payload.map((step) => [step.main?.temp, step.weather[0].main]),
    }),
  )
}
main()
