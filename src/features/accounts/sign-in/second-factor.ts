import type { Kysely } from 'kysely'
import type { Actor, AdminUser } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { SealedError } from '../../../platform/secrets/sealing.ts'
import { MINUTE_MS } from '../../../time.ts'
import { insertCredentialChanged } from '../users/index.ts'
import {
  type Credentials,
  disableTotp,
  enableTotp,
  findCredentials,
  setPendingTotp,
  useRecoveryCode,
  useTimeStep,
} from './credential-store.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import type { SignInTables } from './tables.ts'
import { generateTotpSecret, formatOtpauthUrl, findTimeStep } from './totp.ts'

export interface SecondFactorOptions extends Pick<Foundation<SignInTables>, 'db' | 'sealing' | 'clock' | 'onError'> {
  /** Wakes the mail workers. */
  readonly onMail: () => void
}

export interface Enrolment {
  /** Base 32, for typing by hand. */
  readonly secret: string
  readonly otpauthUrl: string
  /** Epoch milliseconds: the deadline for the first code. */
  readonly expiresAt: number
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

const PENDING_MS = 15 * MINUTE_MS

/** The second factor (TOTP and recovery codes), with sealed secrets. */
export function createSecondFactor({ db, sealing, clock, onMail, onError }: SecondFactorOptions) {
  function open(userId: string, sealed: string): string {
    try {
      return sealing.open(buildTotpPurpose(userId), sealed)
    } catch (error) {
      if (!(error instanceof SealedError)) throw error
      onError(error, 'the secret of a second factor cannot be read')
      throw new AppError('service_unavailable', 'The two-factor code cannot be verified: its secret cannot be decrypted', { cause: error })
    }
  }

  async function check({ user, totpSecret, totpLastStep }: Credentials, text: string): Promise<boolean> {
    const now = clock.now()
    const recovery = hashRecoveryCode(text)
    // Before the secret is opened: a recovery code works even when the secret cannot be read.
    if (recovery !== null) return useRecoveryCode(db, user.id, recovery, now)
    if (totpSecret === null) return false
    const step = findTimeStep(text.replaceAll(/\s/g, ''), open(user.id, totpSecret), now, totpLastStep)
    return step !== null && useTimeStep(db, user.id, step)
  }

  async function credentialsOf(userId: string): Promise<Credentials> {
    const found = await findCredentials(db, { id: userId })
    if (found === null) throw new AppError('not_found', 'The development bypass has no two-factor authentication')
    return found
  }

  return {
    /**
     * Whether this is a current code or one of the recovery codes. A right one is consumed.
     * @throws AppError `service_unavailable` when the secret cannot be read, which is reported
     */
    check,

    /**
     * `issuer` is the name that an authenticator app shows.
     * @throws AppError `conflict` when a second factor is already on, `not_found` without an account
     */
    async begin(userId: string, issuer: string): Promise<Enrolment> {
      const { user } = await credentialsOf(userId)
      const secret = generateTotpSecret()
      const now = clock.now()
      if (!(await setPendingTotp(db, userId, sealing.seal(buildTotpPurpose(userId), secret), now))) {
        throw new AppError('conflict', 'Two-factor authentication is already on. Turn it off first.')
      }
      return { secret, otpauthUrl: formatOtpauthUrl(secret, { email: user.email, issuer }), expiresAt: now + PENDING_MS }
    },

    /**
     * Turns it on, and mails a notification. Returns the recovery codes, which are shown once.
     * @throws AppError `conflict` when no setup is pending, `invalid_request` for a wrong code
     */
    async confirm(
      userId: string,
      { code, lang }: { readonly code: string; readonly lang: string },
      actor: Actor,
    ): Promise<readonly string[]> {
      const { user, totpPending, totpPendingAt } = await credentialsOf(userId)
      const now = clock.now()
      if (totpPending === null || totpPendingAt === null || totpPendingAt + PENDING_MS <= now) throw nothingBegun()
      const step = findTimeStep(code.replaceAll(/\s/g, ''), open(userId, totpPending), now, null)
      if (step === null) throw buildInvalidFieldError('code', 'is wrong')
      const { codes, hashes } = generateRecoveryCodes()
      await db.transaction().execute(async (trx: Kysely<SignInTables>) => {
        if (!(await enableTotp(trx, userId, { pending: totpPending, step, codeHashes: hashes }, now))) throw nothingBegun()
        await recordAudit(trx, { at: now, actor, action: 'user.enable_totp', object: { type: 'user', id: userId } })
        await insertCredentialChanged(trx, user, { template: 'totp-changed', change: 'on' }, lang, now)
      })
      onMail()
      return codes
    },

    /** Removes it, and mails a notification. Idempotent. */
    async remove(user: Pick<AdminUser, 'id' | 'displayName' | 'email'>, lang: string, actor: Actor): Promise<void> {
      const now = clock.now()
      await db.transaction().execute(async (trx: Kysely<SignInTables>) => {
        if (!(await disableTotp(trx, user.id, now))) return
        await recordAudit(trx, { at: now, actor, action: 'user.disable_totp', object: { type: 'user', id: user.id } })
        await insertCredentialChanged(trx, user, { template: 'totp-changed', change: 'off' }, lang, now)
      })
      onMail()
    },
  }
}

/** Binds a sealed secret to its user. */
export function buildTotpPurpose(userId: string): string {
  return `totp ${userId}`
}

function nothingBegun(): AppError {
  return new AppError('conflict', 'No two-factor setup is in progress. Please start again.')
}

/** Sealed second-factor secrets. A user whose secret is lost signs in without one. */
export const SEALED_USER_PLACES: readonly SealedPlace[] = (['totp_secret', 'totp_pending'] as const).map((column) => ({
  table: 'admin_user',
  key: 'id',
  column,
  purpose: buildTotpPurpose,
  lost: 'clear',
}))
