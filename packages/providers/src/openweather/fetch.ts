import type { Cell } from '@isobar/weather'
import { toAnswerFailure, toFailureKind } from '../fetch-json.ts'
import { readFields, readText } from '../json.ts'
import type { Product, ProviderFailure, ProviderFailureKind } from '../provider.ts'

/** Answers echo the coordinates; older ones of Current weather 2.5 are those of the nearest town. */
export const GRID_KM = 30

/** One Call 3.0 and 4.0, billed per call to one account; the operator sets its limits. */
export const ONE_CALL: Product = { id: 'openweather/onecall', weight: 1, budget: 'weather' }

/**
 * The query common to all weather resources. With the key (no header form is documented), every URL is a secret. Metric units are the canonical ones, and descriptions are our own.
 */
export function buildOpenWeatherQuery({ lat, lon }: Cell, key: string): Record<string, string> {
  return { lat: String(lat), lon: String(lon), units: 'metric', lang: 'en', appid: key }
}

/** The status decides; only a 401 has two causes, which its message distinguishes. `cod` is a number or a string and is not read. */
function kindOf(status: number, body: unknown): ProviderFailureKind {
  const message = readText(readFields(body)['message']) ?? ''
  return status === 401 && /subscription/i.test(message) ? 'no_subscription' : toFailureKind(status)
}

export const SERVICE = { name: 'OpenWeather', kindOf }

/** The failure of a 200 whose body is of no use. */
export function buildInvalidBodyFailure(): ProviderFailure {
  return toAnswerFailure(SERVICE.name, 'invalid_body', { status: 200, headers: {} })
}
