import { XML_DECLARATION, writeXmlElement, writeXmlLeaf } from '../../../platform/http/bytes/xml.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { buildDailyForecast } from './daily-forecast.ts'
import { XmlDocument } from './resource.ts'
import type { CurrentWeather, DailyForecast, Forecast } from './schemas.ts'
import type { Units } from './units.ts'
import { buildCurrentWeather, buildStepForecast, type TownOptions } from './weather-25.ts'
import { describeWindDirection, describeWind } from './wind-words.ts'

const TEMPERATURE: Readonly<Record<Units, string>> = { standard: 'kelvin', metric: 'celsius', imperial: 'fahrenheit' }
const SPEED: Readonly<Record<Units, string>> = { standard: 'm/s', metric: 'm/s', imperial: 'mph' }

type Known = number | string | undefined
type Weather = CurrentWeather['weather'][number]

/** A value as an attribute; an unknown one is left out. */
const text = (value: Known): string | null => (value === undefined ? null : String(value))
const attributes = (values: Readonly<Record<string, Known>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))
/** An element that is there only if its value is known. */
const ifKnown = (value: Known, name: string, values: Readonly<Record<string, Known>>) =>
  value === undefined ? null : writeXmlElement(name, attributes(values))
/** Unix seconds as they write a time in XML: UTC, without a zone. */
const time = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19)

/** `/data/2.5/weather?mode=xml` */
export function buildCurrentXml(options: TownOptions, place: PlaceWeather): XmlDocument {
  const { coord, id, name, sys, timezone, main, wind, clouds, visibility, rain, snow, weather, dt } = buildCurrentWeather(options, place)
  const [first] = weather as [Weather]
  const unit = TEMPERATURE[options.units]
  const amount = rain?.['1h'] ?? snow?.['1h']
  const city = writeXmlElement(
    'city',
    attributes({ id, name }),
    writeXmlElement('coord', attributes({ lon: coord.lon, lat: coord.lat })),
    writeXmlLeaf('country', sys.country ?? ''),
    writeXmlLeaf('timezone', String(timezone)),
    sunXml(sys),
  )
  return document(
    writeXmlElement(
      'current',
      {},
      city,
      writeXmlElement('temperature', attributes({ value: main.temp, min: main.temp_min, max: main.temp_max, unit })),
      writeXmlElement('feels_like', attributes({ value: main.feels_like, unit })),
      // Programs find elements by their number, too: one of which nothing is known is empty.
      ifKnown(main.humidity, 'humidity', { value: main.humidity, unit: '%' }) ?? writeXmlElement('humidity', {}),
      ifKnown(main.pressure, 'pressure', { value: main.pressure, unit: 'hPa' }) ?? writeXmlElement('pressure', {}),
      writeXmlElement(
        'wind',
        {},
        ifKnown(wind.speed, 'speed', { value: wind.speed, unit: SPEED[options.units], name: describeWind(wind.speed, options.units) }),
        wind.gust === undefined ? writeXmlElement('gusts', {}) : writeXmlElement('gusts', attributes({ value: wind.gust })),
        ifKnown(wind.deg, 'direction', { value: wind.deg, ...describeWindDirection(wind.deg) }),
      ),
      writeXmlElement('clouds', attributes({ value: clouds.all, name: first.description })),
      writeXmlElement('visibility', attributes({ value: visibility })),
      writeXmlElement(
        'precipitation',
        attributes(amount === undefined ? { mode: 'no' } : { value: amount, mode: rain ? 'rain' : 'snow', unit: '1h' }),
      ),
      writeXmlElement('weather', attributes({ number: first.id, value: first.description, icon: first.icon })),
      writeXmlElement('lastupdate', { value: time(dt) }),
    ),
  )
}

/** `/data/2.5/forecast?mode=xml` */
export function buildForecastXml(options: TownOptions & { readonly count: number }, place: PlaceWeather): XmlDocument {
  const { city, list } = buildStepForecast(options, place)
  const unit = TEMPERATURE[options.units]
  const times = list.map(({ dt, main, weather, wind, clouds, visibility, pop, rain, snow }) =>
    writeXmlElement(
      'time',
      // A step's amounts are those of the three hours before it.
      { from: time(dt - 3 * 3_600), to: time(dt) },
      symbolXml(weather as [Weather]),
      precipitationXml(pop, rain?.['3h'], snow?.['3h'], '3h'),
      ...windXml(wind.speed, wind.deg, wind.gust, options.units),
      writeXmlElement('temperature', attributes({ unit, value: main.temp, min: main.temp_min, max: main.temp_max })),
      writeXmlElement('feels_like', attributes({ value: main.feels_like, unit })),
      ...stateXml(main.pressure, main.humidity, clouds.all, weather as [Weather]),
      ifKnown(visibility, 'visibility', { value: visibility }),
    ),
  )
  return document(weatherData(city, sunXml(city), times))
}

/** `/data/2.5/forecast/daily?mode=xml` */
export function buildDailyXml(options: TownOptions & { readonly count: number }, place: PlaceWeather): XmlDocument {
  const { city, list } = buildDailyForecast(options, place)
  const unit = TEMPERATURE[options.units]
  const times = list.map(
    ({ dt, sunrise, sunset, temp, feels_like, weather, speed, deg, gust, pressure, humidity, clouds, pop, rain, snow }) =>
      writeXmlElement(
        'time',
        { day: time(dt + city.timezone).slice(0, 10) },
        sunXml({ sunrise, sunset }),
        symbolXml(weather as [Weather]),
        precipitationXml(pop, rain, snow, undefined),
        ...windXml(speed, deg, gust, options.units),
        writeXmlElement('temperature', attributes({ ...temp, unit })),
        writeXmlElement('feels_like', attributes({ ...feels_like, unit })),
        ...stateXml(pressure, humidity, clouds, weather as [Weather]),
      ),
  )
  return document(weatherData(city, sunXml(list[0] ?? { sunrise: 0, sunset: 0 }), times))
}

function weatherData(city: DailyForecast['city'] | Forecast['city'], sun: string, times: readonly string[]): string {
  const { coord, id, name, country, timezone } = city
  return writeXmlElement(
    'weatherdata',
    {},
    writeXmlElement(
      'location',
      {},
      writeXmlLeaf('name', name),
      writeXmlElement('type', {}),
      writeXmlLeaf('country', country),
      writeXmlLeaf('timezone', String(timezone)),
      writeXmlElement(
        'location',
        attributes({ altitude: 0, latitude: coord.lat, longitude: coord.lon, geobase: 'geonames', geobaseid: id }),
      ),
    ),
    writeXmlElement('credit', {}),
    writeXmlElement('meta', {}, writeXmlElement('lastupdate', {}), writeXmlLeaf('calctime', '0'), writeXmlElement('nextupdate', {})),
    sun,
    writeXmlElement('forecast', {}, ...times),
  )
}

/** In polar day and night 0, as in JSON, is no time: the attributes are left out. */
function sunXml({ sunrise, sunset }: { readonly sunrise: number; readonly sunset: number }): string {
  return writeXmlElement('sun', attributes({ rise: timeIfKnown(sunrise), set: timeIfKnown(sunset) }))
}

const timeIfKnown = (seconds: number): Known => (seconds === 0 ? undefined : time(seconds))

const symbolXml = ([{ id, description, icon }]: readonly [Weather]): string =>
  writeXmlElement('symbol', attributes({ number: id, name: description, var: icon }))

function precipitationXml(pop: Known, rain: Known, snow: Known, unit: Known): string {
  const amount = rain ?? snow
  return writeXmlElement(
    'precipitation',
    attributes({ probability: pop, ...(amount === undefined ? {} : { unit, value: amount, type: rain === undefined ? 'snow' : 'rain' }) }),
  )
}

function windXml(speed: number | undefined, deg: number | undefined, gust: Known, units: Units): readonly (string | null)[] {
  return [
    ifKnown(deg, 'windDirection', { deg, ...describeWindDirection(deg) }),
    ifKnown(speed, 'windSpeed', { mps: speed, unit: SPEED[units], name: describeWind(speed, units) }),
    ifKnown(gust, 'windGust', { gust, unit: SPEED[units] }),
  ]
}

function stateXml(pressure: Known, humidity: Known, all: Known, [{ description }]: readonly [Weather]): readonly (string | null)[] {
  return [
    ifKnown(pressure, 'pressure', { unit: 'hPa', value: pressure }),
    ifKnown(humidity, 'humidity', { value: humidity, unit: '%' }),
    ifKnown(all, 'clouds', { value: description, all, unit: '%' }),
  ]
}

const document = (root: string): XmlDocument => new XmlDocument(`${XML_DECLARATION}${root}`)
