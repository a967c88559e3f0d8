/**
 * Moves the times in a recorded answer to now. Instants move by one number of whole hours, so that minutes keep their phase and the latest
 * conditions are at most an hour old and never in the future; days (and the sun and moon times that belong to them) move by whole days, so
 * that a day's noon stays noon.
 */

const HOUR = 3_600
const DAY = 86_400

type Json = unknown
type Bag = Record<string, unknown>

const isBag = (value: Json): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const bags = (value: Json): Bag[] => (Array.isArray(value) ? value.filter(isBag) : [])
const wholeHours = (fromSeconds: number, nowSeconds: number): number => Math.floor((nowSeconds - fromSeconds) / HOUR) * HOUR
const localDay = (seconds: number, offset: number): number => Math.floor((seconds + offset) / DAY)
const numberIn = (bag: Bag | undefined, key: string): number | undefined => (typeof bag?.[key] === 'number' ? bag[key] : undefined)

/** Shifts a body in place; `kind` is its provider, `now` is epoch milliseconds. */
export function shiftToNow(kind: 'openweather' | 'open-meteo' | 'nws', body: Json, now: number): void {
  const seconds = Math.floor(now / 1000)
  if (kind === 'openweather' && isBag(body)) shiftOpenWeather(body, seconds)
  if (kind === 'open-meteo')
    for (const place of Array.isArray(body) ? bags(body) : isBag(body) ? [body] : []) shiftOpenMeteo(place, seconds)
  if (kind === 'nws' && isBag(body)) shiftNws(body, seconds)
}

const INSTANTS = new Set(['dt', 'start', 'end'])
const SKY = new Set(['sunrise', 'sunset', 'moonrise', 'moonset'])

/** Zeros mean that an event does not happen, and stay. */
function add(bag: Bag, key: string, delta: number): void {
  const value = bag[key]
  if (typeof value === 'number' && value > 0) bag[key] = value + delta
}

function addAll(bag: Bag, instantDelta: number, skyDelta: number): void {
  for (const key of Object.keys(bag)) {
    if (INSTANTS.has(key)) add(bag, key, instantDelta)
    else if (SKY.has(key)) add(bag, key, skyDelta)
  }
}

function shiftOpenWeather(body: Bag, now: number): void {
  const offset = numberIn(body, 'timezone_offset') ?? numberIn(body, 'timezone') ?? 0
  const [data] = bags(body['data'])
  const [listed] = bags(body['list'])
  // One Call 4.0 lists days at 00:00 UTC.
  if (data !== undefined && isBag(data['temp'])) {
    const days = (localDay(now, offset) - Math.floor((numberIn(data, 'dt') ?? 0) / DAY)) * DAY
    for (const day of bags(body['data'])) addAll(day, days, days)
    return
  }
  if (listed !== undefined) return shiftForecast25(body, listed, now)
  const base =
    numberIn(isBag(body['current']) ? body['current'] : undefined, 'dt') ??
    numberIn(body, 'dt') ??
    numberIn(data, 'dt') ??
    numberIn(bags(body['hourly'])[0], 'dt') ??
    numberIn(body, 'start')
  if (base === undefined) return
  const delta = wholeHours(base, now)
  const days = (localDay(base + delta, offset) - localDay(base, offset)) * DAY
  addAll(body, delta, days)
  if (isBag(body['sys'])) addAll(body['sys'], delta, days)
  if (isBag(body['current'])) addAll(body['current'], delta, days)
  for (const block of ['minutely', 'hourly', 'alerts', 'data']) for (const element of bags(body[block])) addAll(element, delta, days)
  const daily = bags(body['daily'])
  const first = numberIn(daily[0], 'dt')
  const dailyDelta = first === undefined ? 0 : (localDay(base + delta, offset) - localDay(first, offset)) * DAY
  for (const day of daily) addAll(day, dailyDelta, dailyDelta)
}

function shiftForecast25(body: Bag, first: Bag, now: number): void {
  const step = 3 * HOUR
  const delta = Math.floor((now - (numberIn(first, 'dt') ?? 0)) / step) * step + step
  const city = isBag(body['city']) ? body['city'] : {}
  const offset = numberIn(city, 'timezone') ?? 0
  const days = (localDay(now, offset) - localDay(numberIn(city, 'sunrise') ?? now, offset)) * DAY
  for (const element of bags(body['list'])) {
    add(element, 'dt', delta)
    element['dt_txt'] = new Date((numberIn(element, 'dt') ?? 0) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  }
  addAll(city, delta, days)
}

const OM_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const OM_DATE = /^\d{4}-\d\d-\d\d$/

function shiftOpenMeteo(body: Bag, now: number): void {
  const offset = numberIn(body, 'utc_offset_seconds') ?? 0
  const current = isBag(body['current']) ? body['current'] : isBag(body['current_weather']) ? body['current_weather'] : undefined
  const quarters = isBag(body['minutely_15']) ? body['minutely_15'] : undefined
  const latest = omSeconds(current?.['time'], offset) ?? omSeconds(firstOf(quarters?.['time']), offset)
  const firstRow = [body['hourly'], body['daily']]
    .map((block) => omSeconds(firstOf(isBag(block) ? block['time'] : undefined), offset))
    .find((time) => time !== undefined)
  const base = latest ?? firstRow
  if (base === undefined) return
  // Without current conditions, the rows begin at a midnight and keep doing so.
  const delta = latest === undefined ? (localDay(now, offset) - localDay(base, offset)) * DAY : wholeHours(base, now)
  const days = (localDay(base + delta, offset) - localDay(base, offset)) * DAY
  for (const name of ['current', 'current_weather', 'minutely_15', 'hourly', 'daily']) {
    const block = body[name]
    if (!isBag(block)) continue
    const units = isBag(body[`${name}_units`]) ? (body[`${name}_units`] as Bag) : {}
    for (const [key, value] of Object.entries(block))
      block[key] = omShift(value, name === 'daily' ? days : delta, units[key] === 'unixtime')
  }
}

const firstOf = (value: Json): Json => (Array.isArray(value) ? value[0] : undefined)

function omSeconds(value: Json, offset: number): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const at = Date.parse(OM_DATE.test(value) ? `${value}T00:00:00Z` : `${value}:00Z`)
  return Number.isNaN(at) ? undefined : at / 1000 - offset
}

function omShift(value: Json, delta: number, unixtime: boolean): Json {
  if (Array.isArray(value)) return value.map((element) => omShift(element, delta, unixtime))
  if (typeof value === 'number') return unixtime && value > 0 ? value + delta : value
  if (typeof value !== 'string') return value
  if (OM_INSTANT.test(value)) return new Date(Date.parse(`${value}:00Z`) + delta * 1000).toISOString().slice(0, 16)
  if (OM_DATE.test(value)) return new Date(Date.parse(`${value}T00:00:00Z`) + delta * 1000).toISOString().slice(0, 10)
  return value
}

const STAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g
const VTEC = /(?<=[.-])(?!000000)(\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)Z/g

function shiftNws(body: Bag, now: number): void {
  const sent = bags(body['features']).map((feature) =>
    isBag(feature['properties']) ? Date.parse(String(feature['properties']['sent'])) : Number.NaN,
  )
  const updated = Date.parse(String(body['updated']))
  const base = Math.max(...[updated, ...sent].filter((time) => !Number.isNaN(time)))
  if (!Number.isFinite(base)) return
  const delta = wholeHours(base / 1000, now)
  for (const [key, value] of Object.entries(body)) body[key] = nwsShift(value, delta)
}

function nwsShift(value: Json, delta: number): Json {
  if (Array.isArray(value)) return value.map((element) => nwsShift(element, delta))
  if (isBag(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nwsShift(part, delta)]))
  if (typeof value !== 'string') return value
  return value
    .replace(STAMP, (stamp) => {
      const zone = stamp.endsWith('Z') ? 'Z' : stamp.slice(-6)
      const offset = zone === 'Z' ? 0 : (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * (zone.startsWith('-') ? -60 : 60)
      return new Date(Date.parse(stamp) + (delta + offset) * 1000).toISOString().slice(0, 19) + zone
    })
    .replace(VTEC, (_, yy, mo, dd, hh, mm) => {
      const iso = new Date(Date.UTC(2000 + Number(yy), Number(mo) - 1, Number(dd), Number(hh), Number(mm)) + delta * 1000).toISOString()
      return `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}T${iso.slice(11, 13)}${iso.slice(14, 16)}Z`
    })
}
