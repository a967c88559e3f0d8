import { createRequire } from 'node:module'
import type * as Otplib from 'otplib'

const require = createRequire(import.meta.url)
/** Loaded only for users with a second factor. */
const totp = () => require('otplib') as typeof Otplib

/** RFC 6238 as authenticator apps expect it: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30

/** A random secret in base 32. */
export function generateTotpSecret(): string {
  return totp().generateSecret()
}

/** The URL in an authenticator app's QR code. The app shows the issuer above the code; a colon would end it. */
export function formatOtpauthUrl(secret: string, { email, issuer }: { readonly email: string; readonly issuer: string }): string {
  return totp().generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret, period: STEP_SECONDS })
}

/**
 * The time step of a code: the current one, or one step earlier or later, since clocks differ. Null when it matches none of them, or one
 * that is not after `lastStep`.
 */
export function findTimeStep(code: string, secret: string, now: number, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const result = totp().verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  })
  if (!result.valid || !('timeStep' in result)) return null
  return lastStep !== null && result.timeStep <= lastStep ? null : result.timeStep
}
