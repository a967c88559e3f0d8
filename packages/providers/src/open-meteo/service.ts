import { DAY_SECONDS } from '@isobar/weather'
import { type JsonService, toFailureKind } from '../fetch-json.ts'
import { readFields } from '../json.ts'
import type { ProviderFailureKind } from '../provider.ts'

/** The three APIs of Open-Meteo. */
export const SERVICE = { name: 'Open-Meteo', kindOf, quotaSeconds } satisfies JsonService

function reasonIn(body: unknown): string {
  const { reason } = readFields(body)
  return typeof reason === 'string' ? reason : ''
}

/**
 * The status decides. Only a 400 has several causes: a wrong key, a place without data, or a bad request. A redirect (the free host sends a
 * call with a key to the customer host) is not followed, because it would carry the key.
 */
function kindOf(status: number, body: unknown): ProviderFailureKind {
  const reason = reasonIn(body)
  if (status === 400 && /api ?key/i.test(reason)) return 'refused_key'
  return status === 400 && /no data/i.test(reason) ? 'not_found' : toFailureKind(status)
}

/** Seconds until the counter named in a 429 resets: there is no Retry-After. The daily one resets at 00:00 UTC. */
function quotaSeconds(body: unknown, nowMs: number): number | undefined {
  const reason = reasonIn(body)
  const second = Math.floor(nowMs / 1_000)
  if (/concurrent/i.test(reason)) return 1
  if (/minute/i.test(reason)) return 60
  if (/hour/i.test(reason)) return 3_600 - (second % 3_600)
  return /daily|tomorrow/i.test(reason) ? DAY_SECONDS - (second % DAY_SECONDS) : undefined
}
