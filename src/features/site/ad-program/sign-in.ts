import { AppError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import { newToken, tokenHash } from '../../../platform/secrets/tokens.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { Actor } from '../../../admin/access/index.ts'
import type { Connection, ConnectionChange, Connections } from '../../operations/connections/index.ts'
import { AdProgramFailure, appErrorOf } from './failure.ts'
import type { OAuth } from './oauth.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { SyncStore } from './sync-store.ts'
import { AD_PROGRAM } from './system.ts'

/** Obtains and revokes the permission to read the reports. */
export type SignIn = ReturnType<typeof createSignIn>

export interface Ended {
  readonly disconnected: boolean
  /** False: revoking failed; the account's owner can revoke it at the ad program. */
  readonly revoked: boolean
}

export interface SignInOptions {
  readonly signIns: SignInStore
  readonly connections: Connections
  readonly store: Pick<SyncStore, 'clear'>
  /** Null: no credentials are configured, so a stored permission can only be deleted. */
  readonly oauth: OAuth | null
  readonly sealing: Sealing
  readonly clock: Clock
  readonly onError: ReportError
}

const SIGN_IN_MS = 10 * MINUTE_MS

/** Signing in to the ad program by OAuth. */
export function createSignIn({ signIns, connections, store, oauth, sealing, clock, onError }: SignInOptions) {
  async function revoke({ secret, fault }: Connection): Promise<boolean> {
    if (secret === null) return fault === null
    if (oauth === null) return false
    try {
      await oauth.revoke(secret)
      return true
    } catch (error) {
      onError(error, "withdrawing the ad program's permission")
      return false
    }
  }

  return {
    /** The URL to send this session's browser to. */
    async begin(session: string, redirectUri: string): Promise<URL> {
      const { token: state, hash } = newToken()
      const stateHash = hash.toString('base64url')
      const { url, verifier } = await configured(oauth).begin(state, redirectUri)
      const now = clock.now()
      const signIn = { stateHash, session, verifier: sealing.seal(verifierPurpose(stateHash), verifier) }
      await signIns.begin(signIn, now, now + SIGN_IN_MS)
      return url
    },

    /**
     * Handles the browser's return to `callback`, with the ad program's response in its query.
     * @throws AppError `invalid_request` when this session did not begin the sign-in within the last ten minutes, or it was used; and the ad
     * program's failures
     */
    async finish(session: string, callback: URL, actor: Actor): Promise<'connected' | 'denied'> {
      const state = callback.searchParams.get('state') ?? ''
      const hash = tokenHash(state)?.toString('base64url') ?? null
      const sealed = hash === null ? undefined : await signIns.take(hash, session, clock.now())
      if (hash === null || sealed === undefined) {
        throw notBegun('This sign-in was not started in this session, was already used, or is older than ten minutes. Please start again.')
      }
      const error = callback.searchParams.get('error')
      if (error === 'access_denied') return 'denied'
      if (error !== null) throw new AppError('upstream_error', 'Signing in to the ad program failed. Please start again.')
      const verifier = sealing.open(verifierPurpose(hash), sealed)
      const asked = configured(oauth).finish(callback, { state, verifier })
      const refreshToken = await asked.catch((failure: unknown) => {
        if (!(failure instanceof AdProgramFailure)) throw failure
        throw failure.problem === 'revoked'
          ? notBegun('The ad program rejected this code, or it has expired. Please start again.')
          : appErrorOf(failure)
      })
      await connections.change(AD_PROGRAM, () => ({ secret: refreshToken, settings: { connectedBy: actor.name } }), {
        replace: true,
        actor,
      })
      await store.clear()
      return 'connected'
    },

    /** Deletes the permission and the figures, and revokes the permission at the ad program. */
    async end(actor: Actor): Promise<Ended> {
      let former = connections.get(AD_PROGRAM)
      if (former.secretUpdatedAt === null) return { disconnected: false, revoked: false }
      const forget = (locked: Connection): ConnectionChange => {
        former = locked
        return { secret: null, settings: {} }
      }
      await connections.change(AD_PROGRAM, forget, { replace: true, actor })
      await store.clear()
      return { disconnected: true, revoked: await revoke(former) }
    },
  }
}

/** Binds a sealed verifier to its state. */
export function verifierPurpose(stateHash: string): string {
  return `ad program verifier ${stateHash}`
}

function notBegun(message: string): AppError {
  return new AppError('invalid_request', message)
}

/** The part, if the ad program is configured. @throws AppError `service_unavailable` if not */
export function configured<T>(part: T | null): T {
  if (part !== null) return part
  const message = 'The ad program is not configured: set AD_PROGRAM_OAUTH_CLIENT_ID and AD_PROGRAM_OAUTH_CLIENT_SECRET'
  throw new AppError('service_unavailable', message)
}
