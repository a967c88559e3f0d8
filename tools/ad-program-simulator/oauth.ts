import { createHash, randomBytes } from 'node:crypto'
import { store, type SimulatorState } from './state.ts'
import { type Answer, html, json } from './wire.ts'

const SCOPE = 'https://www.googleapis.com/auth/adsense.readonly'
const ACCESS_SECONDS = 3_599

/** The consent page: two links, back to the redirect URI with a code, or with `access_denied`. */
export function consentPage(state: SimulatorState, query: URLSearchParams): Answer {
  const redirect = URL.parse(query.get('redirect_uri') ?? '')
  const challenge = query.get('code_challenge') ?? ''
  const clientId = query.get('client_id') ?? ''
  const isWhole =
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256' &&
    query.get('scope') === SCOPE &&
    query.get('access_type') === 'offline' &&
    challenge.length === 43 &&
    clientId !== ''
  if (redirect === null || !/^https?:$/.test(redirect.protocol) || !isWhole) return html(400, '<h1>Error 400: invalid_request</h1>')
  const code = `simulated-code-${randomBytes(16).toString('hex')}`
  store(state.codes, code, { clientId, redirectUri: redirect.href, challenge })
  const link = (answer: Record<string, string>): string => {
    const url = new URL(redirect)
    for (const [name, value] of Object.entries({ state: query.get('state') ?? '', ...answer })) url.searchParams.set(name, value)
    return url.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  }
  return html(
    200,
    `<title>Simulated ad program</title><h1>Simulated ad program</h1><p>May this service read your (made up) reports?</p>
<p><a id="allow" href="${link({ code, scope: SCOPE })}">Allow</a> · <a id="deny" href="${link({ error: 'access_denied' })}">Deny</a></p>`,
  )
}

/** The token endpoint: codes and refresh tokens become access tokens. */
export function token(state: SimulatorState, form: URLSearchParams): Answer {
  if ((form.get('client_id') ?? '') === '' || (form.get('client_secret') ?? '').startsWith('invalid')) {
    return json(401, { error: 'invalid_client', error_description: 'Simulated' })
  }
  if (form.get('grant_type') === 'refresh_token') {
    const refreshToken = form.get('refresh_token') ?? ''
    if (!state.refreshTokens.has(refreshToken))
      return json(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
    return json(200, accessFor(state, refreshToken))
  }
  if (form.get('grant_type') !== 'authorization_code') return json(400, { error: 'unsupported_grant_type' })
  const code = form.get('code') ?? ''
  const grant = state.codes.get(code)
  // A code works once, whatever the outcome.
  state.codes.delete(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isRight =
    grant !== undefined &&
    grant.clientId === form.get('client_id') &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.challenge === challenge
  if (!isRight) return json(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' })
  const refreshToken = `simulated-refresh-${randomBytes(16).toString('hex')}`
  state.refreshTokens.add(refreshToken)
  return json(200, { ...accessFor(state, refreshToken), refresh_token: refreshToken })
}

export function revoke(state: SimulatorState, form: URLSearchParams): Answer {
  const given = form.get('token') ?? ''
  const refreshToken = state.accessTokens.get(given)?.of ?? given
  if (!state.refreshTokens.delete(refreshToken)) return json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' })
  return json(200, {})
}

/** Whether the bearer may read reports. */
export function isAuthorised(state: SimulatorState, authorization: string | undefined): boolean {
  const access = state.accessTokens.get(authorization?.replace(/^Bearer /, '') ?? '')
  return access !== undefined && access.expiresAt > state.now() && state.refreshTokens.has(access.of)
}

function accessFor(state: SimulatorState, refreshToken: string) {
  const accessToken = `simulated-access-${randomBytes(16).toString('hex')}`
  store(state.accessTokens, accessToken, { of: refreshToken, expiresAt: state.now() + ACCESS_SECONDS * 1_000 })
  return { access_token: accessToken, expires_in: ACCESS_SECONDS, scope: SCOPE, token_type: 'Bearer' }
}
