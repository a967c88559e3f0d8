import { formatOptionalInstant } from '@isobar/weather'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type CheckResult, runCheck } from './checking.ts'
import { type Connections, describeSealedFault } from './connections.ts'
import type { KeyAnswer, KeyPatch } from './schemas.ts'
import type { CheckOccasion } from './system.ts'
import type { UseReports } from './use-reports.ts'

/** A key with its own route. */
export interface StoredKey {
  /** The system that uses it. */
  readonly id: string
  readonly fromEnvironment: string | null
  /** Tries a key before it is used, with one call. Resolves to the message to show. @throws CheckFailed, KeyRefused */
  readonly verify: (key: string, occasion: CheckOccasion) => Promise<string>
}

export type KeyService = ReturnType<typeof createProviderKeyService>

/** The service refused the key itself; any other failure says nothing about the key. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/** The budget does not cover the call that a check costs. */
export class CheckUnpaid extends Error {
  override readonly name = 'CheckUnpaid'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('the budget is spent')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface KeyServiceOptions {
  readonly key: StoredKey
  readonly connections: Connections
  readonly useReports: Pick<UseReports, 'put'>
  readonly clock: Clock
  readonly onError: ReportError
}

/** Stores and masks keys, each verified against its service first unless the admin skips it. */
export function createProviderKeyService({
  key: { id, fromEnvironment, verify },
  connections,
  useReports,
  clock,
  onError,
}: KeyServiceOptions) {
  function state(): KeyAnswer {
    const { secret, fault, secretUpdatedAt, version } = connections.get(id)
    const inUse = secret ?? fromEnvironment
    const isStored = secret !== null || fault !== null
    return {
      configured: inUse !== null,
      source: isStored ? 'database' : fromEnvironment === null ? null : 'environment',
      // Its last characters, if it is long enough that they reveal nothing.
      masked: fault === null && inUse !== null ? maskKey(inUse) : null,
      updatedAt: formatOptionalInstant(secretUpdatedAt),
      problem: fault === null ? null : describeSealedFault(fault),
      version,
    }
  }

  async function verified(key: string, requestId: string | null): Promise<CheckResult> {
    let refusal: AppError | undefined
    const tried = async (occasion: CheckOccasion): Promise<string> => {
      try {
        return await verify(key, occasion)
      } catch (error) {
        refusal = refusalOf(error)
        if (refusal !== undefined) return refusal.message
        throw error
      }
    }
    const found = await runCheck(tried, { requestId }, { clock, onError: (error) => onError(error, `checking the key of ${id}`) })
    if (refusal !== undefined) throw refusal
    if (!found.ok)
      throw new AppError('upstream_error', `The key could not be verified: ${found.message}. Set verify to false to save it anyway.`)
    return found
  }

  return {
    state,
    /**
     * Verifies and stores a key.
     * @throws AppError `invalid_request` for a key that the service refuses, `upstream_error` if it could not be asked, `rate_limited` if the
     * budget is exhausted, `conflict` for a stale version and for an unreadable stored key
     */
    async change({ key, verify: isVerified = true, replace, version }: KeyPatch, actor: Actor): Promise<KeyAnswer> {
      const found = key !== null && isVerified ? await verified(key, actor.requestId) : null
      const { version: used } = await connections.change(id, () => ({ secret: key }), { replace, version, actor })
      if (found !== null) await useReports.put({ ...found, id, version: used })
      return state()
    },
  }
}

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof KeyRefused) {
    return new AppError('invalid_request', error.message, { details: [{ path: 'key', message: 'was rejected by the service' }] })
  }
  if (error instanceof CheckUnpaid) {
    const { retryAfterSeconds } = error
    return new AppError('rate_limited', 'The budget for the verification call is used up', { retryAfterSeconds })
  }
  return undefined
}

const SHOWN = 4
/** In a shorter key the last characters would be a considerable part of it. */
const MIN_LENGTH = 16

function maskKey(key: string): string {
  return `••••${key.length < MIN_LENGTH ? '' : key.slice(-SHOWN)}`
}
