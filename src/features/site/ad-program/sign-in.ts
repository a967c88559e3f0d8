import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { isSameSecret } from '../../../platform/secrets/equal.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { Connection, ConnectionChange, Connections } from '../../operations/connections/index.ts'
import { AdProgramFailure, toAdProgramError } from './failure.ts'
import type { OAuth } from './oauth.ts'
import { AD_PROGRAM, type AdProgramStore } from './store.ts'

export interface Ended {
  readonly disconnected: boolean
  /** False: revoking failed; the account's owner can revoke it at the ad program. */
  readonly revoked: boolean
}

export interface SignInOptions extends Pick<Foundation, 'keyedHash' | 'clock' | 'onError'> {
  readonly connections: Connections
  readonly store: Pick<AdProgramStore, 'clear'>
  /** Null: no credentials are configured, so a stored permission can only be deleted. */
  readonly oauth: OAuth | null
}

const SIGN_IN_MS = 10 * MINUTE_MS

/**
 * Signing in to the ad program by OAuth, which brings or revokes the permission to read the reports. Nothing is stored meanwhile: the
 * `state` is signed for its session and the connection's current version, so it is void once the connection has changed, and the PKCE
 * verifier is derived from it.
 */
export function createSignIn({ connections, store, oauth, keyedHash, clock, onError }: SignInOptions) {
  const finishing = new Set<string>()

  /** 21 characters, of which the first seven state the expiry in seconds, and their signature of 22. */
  function signed(payload: string, session: string): string {
    return payload + keyedHash('ad program state', `${payload} ${session} ${connections.get(AD_PROGRAM).version}`)
  }

  /** 44 characters, of which PKCE requires at least 43. */
  function verifierOf(state: string): string {
    return keyedHash('ad program verifier 1', state) + keyedHash('ad program verifier 2', state)
  }

  function isCurrent(state: string, session: string): boolean {
    return isSameSecret(state, signed(state.slice(0, 21), session)) && Number.parseInt(state.slice(0, 7), 36) * 1_000 > clock.now()
  }

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

  async function exchange(callback: URL, state: string): Promise<string> {
    try {
      return await requireConfiguredPart(oauth).finish(callback, { state, verifier: verifierOf(state) })
    } catch (error) {
      if (!(error instanceof AdProgramFailure)) throw error
      throw error.problem === 'revoked'
        ? notBegun('The ad program rejected this code, or it has expired. Please start again.')
        : toAdProgramError(error)
    }
  }

  return {
    /** The URL to send this session's browser to. */
    async begin(session: string, redirectUri: string): Promise<URL> {
      const expiry = Math.floor((clock.now() + SIGN_IN_MS) / 1_000)
      const state = signed(expiry.toString(36).padStart(7, '0') + randomBytes(10).toString('base64url'), session)
      return requireConfiguredPart(oauth).begin(redirectUri, { state, verifier: verifierOf(state) })
    },

    /**
     * Handles the browser's return to `callback`, with the ad program's response in its query.
     * @throws AppError `invalid_request` when this session did not begin the sign-in within the last ten minutes, or it was used; and the ad
     * program's failures
     */
    async finish(session: string, callback: URL, actor: Actor): Promise<'connected' | 'denied'> {
      const state = callback.searchParams.get('state') ?? ''
      if (finishing.has(state) || !isCurrent(state, session)) {
        throw notBegun('This sign-in was not started in this session, was already used, or is older than ten minutes. Please start again.')
      }
      const error = callback.searchParams.get('error')
      if (error === 'access_denied') return 'denied'
      if (error !== null) throw new AppError('upstream_error', 'Signing in to the ad program failed. Please start again.')
      finishing.add(state)
      try {
        const secret = await exchange(callback, state)
        await connections.change(AD_PROGRAM, () => ({ secret, settings: { connectedBy: actor.name } }), { replace: true, actor })
        await store.clear()
        return 'connected'
      } finally {
        finishing.delete(state)
      }
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

function notBegun(message: string): AppError {
  return new AppError('invalid_request', message)
}

/** The part, if the ad program is configured. @throws AppError `service_unavailable` if not */
export function requireConfiguredPart<T>(part: T | null): T {
  if (part !== null) return part
  const message = 'The ad program is not configured: set AD_PROGRAM_OAUTH_CLIENT_ID and AD_PROGRAM_OAUTH_CLIENT_SECRET'
  throw new AppError('service_unavailable', message)
}
