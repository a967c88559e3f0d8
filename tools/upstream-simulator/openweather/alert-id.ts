import { createHash } from 'node:crypto'
import type { Warning } from '../warnings/warnings.ts'

/** The id of a warning in One Call 4.0: opaque to clients, with colons as recorded; it contains the warning's key. */
export function alertIdOf(warning: Warning): string {
  return `urn:oid:2.49.0.1.0.0.${warning.key}:${createHash('md5').update(warning.key).digest('hex')}`
}

/** The warning's key in an id; null if the id is not one of ours. */
export function keyOfAlertId(id: string): string | null {
  return /^urn:oid:2\.49\.0\.1\.0\.0\.([a-z0-9-]{1,64}):[0-9a-f]{32}$/.exec(id)?.[1] ?? null
}
