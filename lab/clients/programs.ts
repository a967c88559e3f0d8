/** A program that nobody of this project wrote, as its authors published it. */
export interface Program {
  readonly name: string
  readonly version: string
  /** Where it is from; of Debian's the package is the name. */
  readonly from: 'npm' | 'debian'
  readonly api: 'OpenWeather' | 'Open-Meteo'
  /** What runs it, with the folder of the npm packages and that of `programs/`. */
  readonly command: (here: string) => readonly [string, ...string[]]
  /** What is in its output besides JSON: how its current temperature in °C is found there. */
  readonly temperatureIn?: RegExp
  /** Other packages of Debian that it needs. */
  readonly needs?: readonly string[]
}

const node =
  (file: string, ...words: string[]) =>
  (here: string) =>
    [process.execPath, `${here}/${file}`, ...words] as const
const PLACE = { latitude: 52.52, longitude: 13.41 }

/** In the order of the table in docs/clients.md. */
export const PROGRAMS: readonly Program[] = [
  { name: 'openmeteo', version: '1.2.3', from: 'npm', api: 'Open-Meteo', command: node('openmeteo.cjs') },
  {
    name: 'open-meteo-mcp-server',
    version: '2.1.0',
    from: 'npm',
    api: 'Open-Meteo',
    command: node(
      'mcp.cjs',
      'open-meteo-mcp-server',
      'weather_forecast',
      JSON.stringify({
        ...PLACE,
        current_weather: true,
        hourly: ['temperature_2m', 'weather_code'],
        forecast_hours: 24,
        daily: ['temperature_2m_max', 'sunrise'],
        timezone: 'auto',
      }),
    ),
    temperatureIn: /"temperature": (-?[\d.]+)/,
  },
  {
    name: '@dangahagan/weather-mcp',
    version: '1.23.0',
    from: 'npm',
    api: 'Open-Meteo',
    command: node('mcp.cjs', '@dangahagan/weather-mcp', 'get_forecast', JSON.stringify({ ...PLACE, days: 3 })),
  },
  { name: 'openweather-api-node', version: '3.1.5', from: 'npm', api: 'OpenWeather', command: node('api-node.cjs') },
  { name: 'openweather-apis', version: '4.5.0', from: 'npm', api: 'OpenWeather', command: node('apis.cjs') },
  { name: 'owm-onecall-api', version: '1.3.0', from: 'npm', api: 'OpenWeather', command: node('onecall.cjs') },
  { name: 'openweathermap-ts', version: '1.2.10', from: 'npm', api: 'OpenWeather', command: node('map-ts.cjs') },
  { name: 'node-red-node-openweathermap', version: '1.0.1', from: 'npm', api: 'OpenWeather', command: node('node-red.cjs') },
  { name: 'homebridge-weather-plus', version: '3.4.1', from: 'npm', api: 'OpenWeather', command: node('homebridge.cjs') },
  { name: 'weather-plus', version: '1.6.0', from: 'npm', api: 'OpenWeather', command: node('weather-plus.cjs') },
  {
    name: 'ansiweather',
    version: '1.18.0-3',
    from: 'debian',
    api: 'OpenWeather',
    command: () => ['ansiweather', '-l', 'Berlin,DE', '-u', 'metric', '-a', 'false', '-s', 'false', '-i', 'true', '-d', 'true', '-k', 'k'],
    temperatureIn: /: (-?\d+) °C/,
  },
  {
    name: 'ansiweather (forecast)',
    version: '1.18.0-3',
    from: 'debian',
    api: 'OpenWeather',
    command: () => ['ansiweather', '-l', 'Berlin,DE', '-u', 'metric', '-a', 'false', '-s', 'false', '-F', '-k', 'k'],
  },
  {
    name: 'py3status',
    version: '3.47-1',
    from: 'debian',
    api: 'OpenWeather',
    needs: ['python3-requests'],
    command: (here) => ['/usr/bin/python3', `${here}/owm.py`],
    temperatureIn: /(-?\d+)°C/,
  },
  { name: 'meteo-qt', version: '3.3-1', from: 'debian', api: 'OpenWeather', command: (here) => ['/usr/bin/python3', `${here}/meteo.py`] },
  {
    name: 'awesome-extra',
    version: '2023010601',
    from: 'debian',
    api: 'OpenWeather',
    needs: ['lua5.3'],
    command: (here) => ['lua5.3', `${here}/vicious.lua`],
  },
]
