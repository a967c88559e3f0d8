import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { MINUTE_SECONDS, MONTH_SECONDS, computeSecondsUntilReset } from '../../../gateway/index.ts'
import { writeRateLimitHeader } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { Taken } from '../../../platform/http/limits/rate-limit.ts'
import type { Admission, Asked, ClientAccess } from '../../../platform/http/server/client-access.ts'
import { findPresentedKey } from '../../../platform/http/server/client-key.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { type ClientScope, isClientScope, type Key, getKeyState } from './key.ts'
import type { KnownKeys } from './known-keys.ts'
import type { UsageCounter } from './usage-counter.ts'

/** The rule of the limiter that counts the requests of keys by the minute; each has its own limit. */
export const KEY_LIMIT = 'client-key'

export const OUTCOMES = ['admitted', 'missing', 'invalid', 'expired', 'disabled', 'revoked', 'scope', 'origin', 'limit'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface AccessOptions extends Pick<Foundation, 'limiter' | 'settings' | 'clock'> {
  readonly known: Pick<KnownKeys, 'find'>
  readonly usage: Pick<UsageCounter, 'used' | 'count'>
  readonly onDecided: (outcome: Outcome) => void
}

/** One of a key's limits, with what is left of it. */
interface Window extends Taken {
  readonly name: string
  readonly windowSeconds: number
}

const NO_KEY: Admission = { key: null, refusal: null, challenge: null, limits: null }
const INVALID_TOKEN = 'Bearer realm="isobar", error="invalid_token"'
/** Made anew for each: an error has the stack of where it was made. */
const missing = (): Decision => refused('missing', 'unauthorized', 'An API key is required', 'Bearer realm="isobar"')
const unknown = (): Decision => refused('invalid', 'unauthorized', 'The API key is not valid', INVALID_TOKEN)

interface Decision {
  readonly outcome: Outcome
  readonly admission: Admission
}

/** Decides by key, scope, origin and limits, in this order. */
export function createAccess({ known, usage, limiter, settings, clock, onDecided }: AccessOptions): ClientAccess {
  /** Whether requests of others need a key. */
  const isRequired = (): boolean => settings.current().clientKeys === 'required'

  /** Whether a key has something left of its day and its month. */
  function isOpen(key: Key, now: number): boolean {
    const { today, month } = usage.used(key.id, now)
    return today < (key.perDay ?? Infinity) && month < (key.perMonth ?? Infinity)
  }

  /** All limits of a key with what is left of them, once a request was counted by the minute or refused. */
  function windowsOf(key: Key, taken: Taken | null, now: number): Window[] {
    const { today, month } = usage.used(key.id, now)
    const counted = isOpen(key, now) && taken?.allowed !== false ? 1 : 0
    return [
      ...(taken === null ? [] : [{ ...taken, name: 'minute', windowSeconds: MINUTE_SECONDS }]),
      ...calendarWindow('day', key.perDay, today, counted, DAY_SECONDS, now),
      ...calendarWindow('month', key.perMonth, month, counted, MONTH_SECONDS, now),
    ]
  }

  function decide(key: Key, taken: Taken | null, now: number): Decision {
    const windows = windowsOf(key, taken, now)
    const limits = windows.length === 0 ? null : { policy: windows.map(policyOf).join(', '), state: windows.map(limitIn).join(', ') }
    const spent = windows.filter(({ allowed }) => !allowed)
    if (spent.length === 0) return { outcome: 'admitted', admission: { key, refusal: null, challenge: null, limits } }
    const retryAfterSeconds = Math.max(...spent.map(({ resetSeconds }) => resetSeconds))
    const message = `The API key has used up its limit per ${spent.map(({ name }) => name).join(' and ')}`
    const refusal = new AppError('rate_limited', message, { retryAfterSeconds })
    return { outcome: 'limit', admission: { key: null, refusal, challenge: null, limits } }
  }

  /** The key of a request, or what is decided without one. */
  function keyOf(request: IncomingMessage, { needsKey, isOwn }: Asked, now: number): Key | Decision | null {
    const secret = findPresentedKey(request)
    if (secret === undefined) return needsKey || (isRequired() && !isOwn()) ? missing() : null
    return known.find(secret, now) ?? unknown()
  }

  function settled(decision: Decision, key: Key | undefined, scope: ClientScope, now: number): Admission {
    const { outcome, admission } = decision
    onDecided(outcome)
    if (key !== undefined) usage.count(key.id, scope, admission.refusal !== null, now)
    return admission
  }

  return {
    knows: isClientScope,
    isRequired,
    async admit(request, name, asked) {
      const { now = clock.now() } = asked
      const scope = name as ClientScope
      const key = keyOf(request, asked, now)
      if (key === null) return NO_KEY
      if ('outcome' in key) return settled(key, undefined, scope, now)
      const fault = faultOf(key, scope, request, now)
      if (fault !== undefined) return settled(fault, key, scope, now)
      const isCounted = isOpen(key, now) && key.perMinute !== null
      const taken = isCounted ? await limiter.take(KEY_LIMIT, key.id, 1, now, key.perMinute) : null
      return settled(decide(key, taken, now), key, scope, now)
    },
    admitAtOnce(request, name, asked) {
      const { now = clock.now() } = asked
      const scope = name as ClientScope
      const key = keyOf(request, asked, now)
      if (key === null) return NO_KEY
      if ('outcome' in key || !isOpen(key, now) || faultOf(key, scope, request, now) !== undefined) return null
      const taken = key.perMinute === null ? null : limiter.takeAtOnce(KEY_LIMIT, key.id, 1, now, key.perMinute)
      if (key.perMinute !== null && taken?.allowed !== true) return null
      return settled(decide(key, taken, now), key, scope, now)
    },
  }
}

/** What refuses a key before its limits; undefined: nothing does. */
function faultOf(key: Key, scope: ClientScope, request: IncomingMessage, now: number): Decision | undefined {
  const state = getKeyState(key, now)
  if (state !== 'active') return refused(state, 'unauthorized', STATE_MESSAGES[state], INVALID_TOKEN)
  if (!key.scopes.includes(scope)) {
    const challenge = `Bearer realm="isobar", error="insufficient_scope", scope="${scope}"`
    return refused('scope', 'forbidden', `The API key does not include ${scope}`, challenge)
  }
  if (key.origins.length > 0 && !key.origins.includes(originOf(request) ?? ''))
    return refused('origin', 'forbidden', 'The API key may not be used from this origin', null)
  return undefined
}

function refused(outcome: Outcome, code: 'unauthorized' | 'forbidden', message: string, challenge: string | null): Decision {
  return { outcome, admission: { ...NO_KEY, refusal: new AppError(code, message), challenge } }
}

const STATE_MESSAGES = {
  expired: 'The API key has expired',
  disabled: 'The API key is switched off',
  revoked: 'The API key was revoked',
} as const

/** The origin that a browser states; with images and the like, only in `Referer`. */
function originOf({ headers: { origin, referer } }: IncomingMessage): string | undefined {
  return origin ?? (referer === undefined ? undefined : (URL.parse(referer)?.origin ?? undefined))
}

/** `counted`: 1 for a request that is admitted. */
function calendarWindow(name: string, limit: number | null, used: number, counted: number, windowSeconds: number, now: number): Window[] {
  if (limit === null) return []
  const resetSeconds = computeSecondsUntilReset(now, windowSeconds)
  return [{ name, allowed: used < limit, limit, remaining: Math.max(0, limit - used - counted), resetSeconds, windowSeconds }]
}

const policyOf = ({ name, limit, windowSeconds }: Window): string => `"${name}";q=${limit};w=${windowSeconds}`

const limitIn = (window: Window): string => writeRateLimitHeader(window.name, window)
