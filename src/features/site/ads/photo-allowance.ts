import type { Clock } from '../../../platform/clock.ts'
import { HOUR_MS } from '../../../time.ts'

/** The calls that Unsplash leaves an application in an hour, so that no stream of strange towns uses up what others need. */
export interface PhotoAllowance {
  /** Is there room for so many calls more? */
  has(calls: number): boolean
  /** One call is made. */
  spend(): void
  /** What its answer says of all our calls, on whatever node. */
  learn(headers: Readonly<Record<string, string | string[] | undefined>>): void
}

/** Of an application that Unsplash has not approved; its answers tell another number where there is one. */
const CALLS_PER_HOUR = 50
/** The rest is for calls of other nodes that are not known yet, and for checks by hand. */
const USABLE_SHARE = 0.8

export function createPhotoAllowance(clock: Clock): PhotoAllowance {
  let limit = CALLS_PER_HOUR
  let hour = 0
  let spent = 0

  function turn(): void {
    const now = Math.floor(clock.now() / HOUR_MS)
    if (now === hour) return
    hour = now
    spent = 0
  }

  return {
    has(calls) {
      turn()
      return spent + calls <= limit * USABLE_SHARE
    },
    spend() {
      turn()
      spent += 1
    },
    learn(headers) {
      const [told, remaining] = [countIn(headers['x-ratelimit-limit']), countIn(headers['x-ratelimit-remaining'])]
      if (told === null || remaining === null) return
      limit = told
      spent = Math.max(spent, told - remaining)
    },
  }
}

function countIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}
