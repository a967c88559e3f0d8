import { type Static, type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'

/** A control request that cannot be carried out; the message says why. */
export class BadControl extends Error {}

export const LATITUDE = Type.Number({ minimum: -90, maximum: 90 })
export const LONGITUDE = Type.Number({ minimum: -180, maximum: 180 })
export const TEXT = Type.String({ maxLength: 20_000 })
/** Epoch milliseconds or an ISO time. */
export const INSTANT = Type.Union([Type.Number(), TEXT])

/** A part of a control request that follows its schema. @throws BadControl with the first fault */
export function read<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Check(schema, value)) return value as Static<S>
  const [, faults] = Errors(schema, value)
  throw new BadControl(`${what}${faults[0]?.instancePath ?? ''} ${faults[0]?.message ?? 'is invalid'}`)
}

/** Epoch milliseconds; undefined when absent. */
export function instant(value: Static<typeof INSTANT> | undefined, what: string): number | undefined {
  if (value === undefined) return undefined
  const at = typeof value === 'number' ? value : Date.parse(value)
  if (!Number.isFinite(at)) throw new BadControl(`${what} must be an ISO time or epoch milliseconds`)
  return at
}
