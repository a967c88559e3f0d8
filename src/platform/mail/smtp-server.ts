/** The mail server given by SMTP_URL. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps://`). */
  readonly secure: boolean
  /** Applies to a connection that begins without TLS. */
  readonly starttls: 'required' | 'optional' | 'off'
  /** Whether the peer's certificate is verified. */
  readonly verify: boolean
  readonly auth: { readonly user: string; readonly pass: string } | null
  /** Maximum number of concurrent connections per process. */
  readonly connections: number
}

export const DEFAULT_CONNECTIONS = 5
export const MAX_CONNECTIONS = 50
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/
const STARTTLS = ['required', 'optional', 'off'] as const
const PARAMETERS = new Set(['starttls', 'verify', 'connections'])

/**
 * Reads `smtp://user:password@host:587?starttls=required|optional|off&verify=on|off&connections=1…50` or `smtps://…` (TLS from the start,
 * port 465). By default STARTTLS is required, except on loopback, where it is used if offered.
 * @returns the server, or a fault whose text never quotes the URL, which holds a password
 */
export function parseSmtpUrl(text: string): SmtpServer | { readonly fault: string } {
  const url = URL.parse(text)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    return {
      fault: 'must be a URL smtp://user:password@host:port or smtps://…, with special characters in user and password percent-encoded',
    }
  }
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return { fault: 'must be a URL without path or fragment' }
  const parameters = new Map(url.searchParams)
  const unknown = [...parameters.keys()].filter((name) => !PARAMETERS.has(name))
  if (unknown.length > 0) return { fault: `has a parameter that is not one of ${[...PARAMETERS].join(', ')}` }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const wanted = parameters.get('starttls') ?? (LOOPBACK.test(host) ? 'optional' : 'required')
  const starttls = STARTTLS.find((each) => each === wanted)
  if (starttls === undefined) return { fault: `has a starttls that is not one of ${STARTTLS.join(', ')}` }
  const verify = parameters.get('verify') ?? 'on'
  if (!['on', 'off'].includes(verify)) return { fault: 'has a verify that is neither on nor off' }
  const connections = Number(parameters.get('connections') ?? DEFAULT_CONNECTIONS)
  if (!Number.isInteger(connections) || connections < 1 || connections > MAX_CONNECTIONS) {
    return { fault: `has a number of connections outside 1 to ${MAX_CONNECTIONS}` }
  }
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === null || pass === null || (user === '') !== (pass === '')) {
    return { fault: 'must contain both user and password, percent-encoded, or neither' }
  }
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    starttls,
    verify: verify === 'on',
    auth: user === '' ? null : { user, pass },
    connections,
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
