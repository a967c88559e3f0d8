import { createRequire } from 'node:module'
import type * as OpenidClient from 'openid-client'
import type { UpstreamClient } from '../../../platform/upstream/client.ts'
import type { Method } from '../../../platform/upstream/exchange.ts'
import { AdProgramFailure } from './failure.ts'

/**
 * OAuth 2.0 against the ad program (Google: developers.google.com/identity/protocols/oauth2/web-server). Every method throws
 * AdProgramFailure.
 */
export type OAuth = ReturnType<typeof createOAuth>

export interface OAuthOptions {
  readonly client: UpstreamClient
  readonly clientId: string
  readonly clientSecret: string
  /** Base URL of all endpoints; null: Google's own. */
  readonly baseUrl: URL | null
}

const require = createRequire(import.meta.url)
/** Loaded only if a client of the ad program is configured. */
const openid = () => require('openid-client') as typeof OpenidClient

const SCOPE = 'https://www.googleapis.com/auth/adsense.readonly'
/** Above the client's own deadline, which takes effect first. */
const TIMEOUT_SECONDS = 30
/** Their responses have a few hundred bytes at most. */
const MAX_BYTES = 64 * 1024

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
}

/** OAuth 2.0 through the upstream client. */
export function createOAuth({ client, clientId, clientSecret, baseUrl }: OAuthOptions) {
  const oauth = openid()
  const configuration = new oauth.Configuration(baseUrl === null ? GOOGLE : endpointsUnder(baseUrl), clientId, clientSecret)
  configuration.timeout = TIMEOUT_SECONDS
  // The configuration accepts plain http on loopback only.
  if (baseUrl?.protocol === 'http:') oauth.allowInsecureRequests(configuration)
  configuration[oauth.customFetch] = async (url, { method, headers, body, signal }) => {
    const text = body === null || body === undefined ? {} : { body: String(body) }
    const options = { method: method as Method, headers, maxBytes: MAX_BYTES, ...text, ...(signal === undefined ? {} : { signal }) }
    const answer = await client.send(new URL(url), options)
    const passed = ['content-type', 'www-authenticate'].flatMap((name) => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: passed })
  }

  return {
    /** Where to send the browser; the PKCE verifier (RFC 7636) ties the callback to this request. */
    async begin(redirectUri: string, { state, verifier }: { readonly state: string; readonly verifier: string }): Promise<URL> {
      return oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Google issues a refresh token only for `offline`, and to an account that agreed before only with a new consent prompt.
        access_type: 'offline',
        prompt: 'consent',
      })
    },
    /** Exchanges the callback, given its full URL, for a lasting permission: the refresh token. */
    async finish(callback: URL, { state, verifier }: { readonly state: string; readonly verifier: string }): Promise<string> {
      const tokens = await mapFailure(
        oauth.authorizationCodeGrant(configuration, callback, { expectedState: state, pkceCodeVerifier: verifier }),
      )
      if (tokens.refresh_token === undefined) throw new AdProgramFailure('unusable')
      return tokens.refresh_token
    },
    /** `expiresInSeconds` 0: unknown. */
    async refresh(refreshToken: string): Promise<{ readonly accessToken: string; readonly expiresInSeconds: number }> {
      const tokens = await mapFailure(oauth.refreshTokenGrant(configuration, refreshToken))
      return { accessToken: tokens.access_token, expiresInSeconds: tokens.expires_in ?? 0 }
    },
    /** Revokes the permission. Idempotent. */
    async revoke(refreshToken: string): Promise<void> {
      await mapFailure(oauth.tokenRevocation(configuration, refreshToken)).catch((error: unknown) => {
        // Google reports a token that is already revoked as invalid.
        if (!(error instanceof AdProgramFailure) || error.problem !== 'revoked') throw error
      })
    },
  }
}

function endpointsUnder(baseUrl: URL) {
  const base = baseUrl.href.replace(/\/$/, '')
  return {
    issuer: base,
    authorization_endpoint: `${base}/o/oauth2/v2/auth`,
    token_endpoint: `${base}/token`,
    revocation_endpoint: `${base}/revoke`,
  }
}

async function mapFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw failureOf(error)
  }
}

/** Keeps nothing of the library's error: it may quote the response, tokens included. */
function failureOf(error: unknown): AdProgramFailure {
  const { ResponseBodyError, WWWAuthenticateChallengeError } = openid()
  if (error instanceof WWWAuthenticateChallengeError) return new AdProgramFailure('refused_client')
  if (!(error instanceof ResponseBodyError)) {
    const cause = error instanceof Error ? error.cause : undefined
    return new AdProgramFailure(cause instanceof Response && cause.status === 429 ? 'quota' : 'unavailable')
  }
  if (error.error === 'invalid_grant' || error.error === 'invalid_token') return new AdProgramFailure('revoked')
  if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return new AdProgramFailure('refused_client')
  if (error.status === 429) return new AdProgramFailure('quota')
  return new AdProgramFailure(error.status >= 500 ? 'unavailable' : 'unusable')
}
