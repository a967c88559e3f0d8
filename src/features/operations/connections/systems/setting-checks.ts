import type { Connection } from '../connections.ts'
import type { StoredSettings } from '../tables.ts'

const HOST = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*|[\da-f:]+)$/i

/** Whether it is a host name or an IP address. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && HOST.test(value)
}

/** Checks for whole numbers from `min` to `max`. */
export function createRangeCheck(min: number, max: number): (value: unknown) => value is number {
  return (value): value is number => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Whether it is text of one to `longest` characters without line breaks and other control characters. */
export function isLine(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !/\p{Cc}/u.test(value)
}

/** Whether there is a stored secret that may still be used: only where these settings are as they were when it was entered. */
export function canReuseSecret(former: Connection, settings: StoredSettings, names: readonly string[]): boolean {
  return (former.secret !== null || former.fault !== null) && names.every((name) => settings[name] === former.settings[name])
}
