import { generateSecret, generateURI, verifySync } from 'otplib'

/** RFC 6238 as authenticator apps expect it: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30

export function newTotpSecret(): string {
  return generateSecret()
}

/** What an authenticator app reads from a QR code. The issuer is what it shows above the code; a colon would end it. */
export function otpauthUrl(secret: string, { email, issuer }: { readonly email: string; readonly issuer: string }): string {
  return generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret, period: STEP_SECONDS })
}

/**
 * The time step that a code belongs to: now, or one step earlier or later, since clocks differ; null when it is none of theirs, or of a step
 * that is not after `lastStep`.
 */
export function timeStepOf(code: string, secret: string, now: number, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const result = verifySync({ secret, token: code, epoch: Math.floor(now / 1_000), period: STEP_SECONDS, epochTolerance: STEP_SECONDS })
  if (!result.valid || !('timeStep' in result)) return null
  return lastStep !== null && result.timeStep <= lastStep ? null : result.timeStep
}
