import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { limitKeyOf } from '../../../platform/http/server/client-ip.ts'
import { utcDay } from '../../../time.ts'
import type { AnalyticsStore } from './store.ts'

/** Enough to count, too little to identify. */
const HASH_BYTES = 8

/**
 * Distinguishes visitors within a day without identifying them: a hash of address and user agent under a key that all nodes share and
 * that is deleted when its day (UTC) is over. After that nobody, including us, can tell whose a hash was, or that two days' hashes belong
 * to one visitor. Visitor hashes under daily salts from the store.
 */
export function createVisitors(store: AnalyticsStore, clock: Clock) {
  let current: { readonly day: string; readonly salt: Promise<Buffer> } | undefined

  function todaysSalt(): Promise<Buffer> {
    const day = utcDay(clock.now())
    if (current?.day === day) return current.salt
    const loading = { day, salt: store.findOrInsertSalt(day) }
    current = loading
    loading.salt.catch(() => {
      if (current === loading) current = undefined
    })
    return loading.salt
  }

  return {
    async hash(ip: string, userAgent: string): Promise<Buffer> {
      const hmac = createHmac('sha256', await todaysSalt())
      return hmac
        .update(`${limitKeyOf(ip)}\n${userAgent}`)
        .digest()
        .subarray(0, HASH_BYTES)
    },
    /** Deletes the keys of past days, in memory and in the database. */
    async forgetPast(): Promise<void> {
      const today = utcDay(clock.now())
      if (current?.day !== today) current = undefined
      await store.deleteSaltsBefore(today)
    },
  }
}
