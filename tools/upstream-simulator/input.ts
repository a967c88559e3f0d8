/** A control request that cannot be carried out; the message says why. */
export class BadControl extends Error {}

export function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadControl(`${what} must be an object`)
  return value as Record<string, unknown>
}

export function array(value: unknown, what: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw new BadControl(`${what} must be a list`)
  if (value.length > most) throw new BadControl(`${what} may have at most ${most} elements`)
  return value
}

/** A number within bounds; undefined when absent. */
export function number(value: unknown, what: string, low: number, high: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= low && value <= high)) throw new BadControl(`${what} must be a number from ${low} to ${high}`)
  return value
}

export function text(value: unknown, what: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > 20_000) throw new BadControl(`${what} must be a text of at most 20,000 characters`)
  return value
}

export function flag(value: unknown, what: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new BadControl(`${what} must be true or false`)
  return value
}

/** Epoch milliseconds from a number or an ISO time; undefined when absent. */
export function instant(value: unknown, what: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isFinite(at)) throw new BadControl(`${what} must be an ISO time or epoch milliseconds`)
  return at
}
