import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { toLimitKey } from '../../../platform/http/server/client-ip.ts'
import { toUtcDay } from '../../../time.ts'
import type { AnalyticsStore } from './store.ts'

/** Enough to count, too little to identify. */
const HASH_BYTES = 8
const TEXT_HASH_BYTES = 16

export type Visitors = ReturnType<typeof createVisitors>

/**
 * Distinguishes visitors within a day without identifying them: a hash of address and user agent under a key that all nodes share and
 * that is deleted when its day (UTC) is over. After that nobody, including us, can tell whose a hash was, or that two days' hashes belong
 * to one visitor. Visitor hashes under daily salts from the store.
 */
export function createVisitors(store: AnalyticsStore, clock: Clock) {
  let current: { readonly day: string; readonly salt: Promise<Buffer> } | undefined

  function todaysSalt(): Promise<Buffer> {
    const day = toUtcDay(clock.now())
    if (current?.day === day) return current.salt
    const loading = { day, salt: store.findOrInsertSalt(day) }
    current = loading
    loading.salt.catch(() => {
      if (current === loading) current = undefined
    })
    return loading.salt
  }

  async function keyed(text: string, bytes: number): Promise<Buffer> {
    const hmac = createHmac('sha256', await todaysSalt())
    return hmac.update(text).digest().subarray(0, bytes)
  }

  return {
    hash: (ip: string, userAgent: string): Promise<Buffer> => keyed(`${toLimitKey(ip)}\n${userAgent}`, HASH_BYTES),
    /** Of the address alone. */
    addressHash: (ip: string): Promise<Buffer> => keyed(`address\n${toLimitKey(ip)}`, HASH_BYTES),
    /** Of what was typed; long enough for two texts never to share one. */
    textHash: (text: string): Promise<Buffer> => keyed(`text\n${text}`, TEXT_HASH_BYTES),
    /** Deletes the keys of past days, in memory and in the database. */
    async forgetPast(): Promise<void> {
      const today = toUtcDay(clock.now())
      if (current?.day !== today) current = undefined
      await store.deleteSaltsBefore(today)
    },
  }
}
