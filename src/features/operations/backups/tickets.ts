import type { Clock } from '../../../platform/clock.ts'
import { SealedError, type Sealing } from '../../../platform/secrets/sealing.ts'
import { MINUTE_MS, isInForce } from '../../../time.ts'

const bound = (file: string, session: string | null): string => `download of the backup ${file} in ${session}`

/** Permissions to download a file for a minute, in one session, on any node: sealed, not stored. */
export function createTickets(sealing: Pick<Sealing, 'seal' | 'open'>, clock: Clock) {
  return {
    issue: (file: string, session: string | null): string => sealing.seal(bound(file, session), String(clock.now() + MINUTE_MS)),
    isValid(ticket: string, file: string, session: string | null): boolean {
      try {
        return isInForce(Number(sealing.open(bound(file, session), ticket)), MINUTE_MS, clock.now())
      } catch (error) {
        if (error instanceof SealedError) return false
        throw error
      }
    },
  }
}
