import { toFailureKind } from '../fetch-json.ts'
import { readFields, readText } from '../json.ts'
import type { ProviderFailureKind } from '../provider.ts'

export const NAME = 'National Weather Service'
export const HEADERS = { accept: 'application/geo+json' }

/** Forecasts and alerts. Outside the coverage the service answers 404; a 400 means the same if its detail is about bounds, else a bad request. */
export const SERVICE = { name: NAME, kindOf: failureKind }

function failureKind(status: number, body: unknown): ProviderFailureKind {
  const isOutside = status === 400 && /out of bounds/i.test(readText(readFields(body)['detail']) ?? '')
  return isOutside ? 'not_found' : toFailureKind(status)
}
