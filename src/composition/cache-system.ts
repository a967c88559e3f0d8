import type { Redis } from 'iovalkey'
import { CheckFailed, type OutsideSystem, type UseReports } from '../features/operations/connections/index.ts'
import type { SecondLevel } from '../platform/cache/second-level.ts'

const VALKEY = 'valkey'
const RESPONDING = 'Responding normally'

/** Says in words what an error of Valkey means; of a command that was not sent, why there is no connection. */
function describeErrors(valkey: Redis): (error: unknown) => string {
  let last: Error | null = null
  valkey.on('error', (error: Error) => (last = error))
  valkey.on('ready', () => (last = null))
  return (error) => `Connection failed: ${(last ?? (error as Error)).message}`
}

/** The second level in Valkey, each of whose uses says how Valkey does. */
export function addUseReports(level: SecondLevel, valkey: Redis, useReports: Pick<UseReports, 'run'>): SecondLevel {
  const failureText = describeErrors(valkey)
  const reported = <T>(work: () => Promise<T>): Promise<T> =>
    useReports.run({ id: VALKEY }, work, RESPONDING, (error) => ({ ok: false, message: failureText(error) }))
  return {
    ...level,
    get: (keys) => reported(() => level.get(keys)),
    put: (entries) => reported(() => level.put(entries)),
  }
}

/** Valkey in the list of external systems; null: the nodes share the database only. */
export function describeCacheSystem(valkey: Redis | null): OutsideSystem {
  const failureText = valkey === null ? String : describeErrors(valkey)
  return {
    id: VALKEY,
    name: 'Valkey',
    kind: 'cache',
    isSwitchable: false,
    configured: () => valkey !== null,
    settings: () => ({}),
    async check() {
      await valkey?.ping().catch((cause: unknown) => {
        throw new CheckFailed(failureText(cause), { cause })
      })
      return RESPONDING
    },
  }
}
