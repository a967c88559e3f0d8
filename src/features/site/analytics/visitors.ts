import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { limitKeyOf } from '../../../platform/http/client-ip.ts'
import { dayOf } from './days.ts'
import type { AnalyticsStore } from './store.ts'

/**
 * Tells visitors apart within a day without knowing them: a hash of address and user agent under a key that all nodes share and
 * that is thrown away when its day (UTC) is over. After that nobody, we included, can say whose a hash was, or that two days' hashes
 * are one visitor's.
 */
export interface Visitors {
  hash(ip: string, userAgent: string): Promise<Buffer>
  /** Throws away the keys of past days, here and in the database. */
  forgetPast(): Promise<void>
}

/** Enough to count with, too little to be an identity. */
const HASH_BYTES = 8

export function createVisitors(store: AnalyticsStore, clock: Clock): Visitors {
  let current: { readonly day: string; readonly salt: Promise<Buffer> } | undefined

  function todaysSalt(): Promise<Buffer> {
    const day = dayOf(clock.now())
    if (current?.day === day) return current.salt
    const loading = { day, salt: store.findOrInsertSalt(day) }
    current = loading
    loading.salt.catch(() => {
      if (current === loading) current = undefined
    })
    return loading.salt
  }

  return {
    async hash(ip, userAgent) {
      const hmac = createHmac('sha256', await todaysSalt())
      return hmac
        .update(`${limitKeyOf(ip)}\n${userAgent}`)
        .digest()
        .subarray(0, HASH_BYTES)
    },
    async forgetPast() {
      const today = dayOf(clock.now())
      if (current?.day !== today) current = undefined
      await store.deleteSaltsBefore(today)
    },
  }
}
