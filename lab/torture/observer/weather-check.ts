import type { SteppedClock } from '../rig/clock.ts'
import { cellOf, type Upstream } from '../rig/upstream.ts'
import type { Exchange } from '../traffic/client.ts'

/** The fields of an answer about the weather that are checked. */
interface Served {
  readonly scope: string
  readonly lat: number
  readonly lon: number
  readonly fetchedAt: string
  readonly ageSeconds: number
  readonly freshness: string
  readonly source: string
  readonly units: { readonly temperature: string }
  readonly temperature?: number | null
}

/** In seconds, as documented for `freshness`. An admin's refresh interval would change the first map; the campaign leaves it alone. */
const FRESH_FOR: Readonly<Record<string, number>> = { current: 600, minutely: 300, hourly: 1_800, daily: 7_200 }
const USABLE_FOR: Readonly<Record<string, number>> = { current: 7_200, minutely: 1_800, hourly: 21_600, daily: 86_400 }
/** Whole seconds on both sides, and the moment for which an answer is kept. */
const AGE_SLACK_MS = 2_500
/** From sending by the provider to receipt by the service. */
const TRANSIT_MS = 10_000

/** Checks that the weather is as old and as fresh as it says, and that the provider sent it. */
export function createWeatherCheck(upstream: Upstream, clock: SteppedClock): (exchange: Exchange) => string | null {
  return (exchange) => {
    const { answer, path } = exchange
    if (answer?.status !== 200) return null
    // If the clock was stepped meanwhile, either time may be meant.
    if (clock.steppedBetween(exchange.startedAt, exchange.endedAt)) return null
    if (path.startsWith('/api/weather?')) return check(answer.json as Served, exchange)
    if (path !== '/api/weather/batch') return null
    const cities = (answer.json as { cities: { scopes: Record<string, { data?: object; meta?: object }> }[] }).cities
    for (const { scopes } of cities) {
      for (const { data, meta } of Object.values(scopes)) {
        const problem = data === undefined ? null : check({ ...data, ...meta } as Served, exchange)
        if (problem !== null) return problem
      }
    }
    return null
  }

  function check(served: Served, { wallFrom, wallTo }: Exchange): string | null {
    const { scope, fetchedAt, ageSeconds, freshness } = served
    const fetched = Date.parse(fetchedAt)
    const [least, most] = [wallFrom - fetched - AGE_SLACK_MS, wallTo - fetched + AGE_SLACK_MS]
    const ageMs = ageSeconds * 1_000
    // After the clock was set back, data is from the future: its age is then zero.
    if (ageMs > Math.max(most, 0) || ageMs < Math.max(Math.min(least, most), 0) - 1_000)
      return `${scope} fetched at ${fetchedAt} claims an age of ${ageSeconds} s, which is wrong (${Math.round(least / 1_000)} to ${Math.round(most / 1_000)} s)`
    const [fresh, usable] = [FRESH_FOR[scope] ?? Infinity, USABLE_FOR[scope] ?? Infinity]
    if (freshness === 'fresh' && ageSeconds > fresh) return `${scope} of ${ageSeconds} s is called fresh`
    if (freshness === 'acceptable' && ageSeconds > usable) return `${scope} of ${ageSeconds} s is called acceptable`
    return checkValue(served, fetched)
  }

  function checkValue({ scope, lat, lon, source, units, temperature }: Served, fetched: number): string | null {
    if (scope !== 'current' || units.temperature !== '°C' || temperature === undefined) return null
    const sent = upstream.sentFor(cellOf(lat, lon)).filter(({ provider }) => provider === source)
    const near = (at: number): boolean =>
      Math.abs(fetched - at) <= TRANSIT_MS || clock.stepSizes.some((ms) => Math.abs(fetched - at - ms) <= TRANSIT_MS)
    if (sent.some((one) => one.temperature === temperature && near(one.at))) return null
    const known = sent.map((one) => `${one.temperature} at ${new Date(one.at).toISOString()}`).join(', ')
    return `${temperature} °C at ${lat},${lon}, fetched from ${source} at ${new Date(fetched).toISOString()}, was never sent for that place then (sent: ${known || 'nothing'})`
  }
}
