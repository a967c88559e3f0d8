import { randomFillSync } from 'node:crypto'

/** The policy of a data response, which may do nothing in a browser. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'"

const TWO_YEARS_SECONDS = 63_072_000

/** The security headers of every response. HSTS only when the public URL is https: on plain http it has no effect. */
export function buildSecurityHeaders(publicUrl: string | null): Readonly<Record<string, string>> {
  return {
    'content-security-policy': DATA_CSP,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl?.startsWith('https://') ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` } : {}),
  }
}

const NONCE_BYTES = 16
/** Drawn for many nonces at once: asking for so few bytes costs twelve times as much as giving them out. */
const drawn = Buffer.alloc(256 * NONCE_BYTES)
let given = drawn.length

/** A new nonce for one page: 128 random bits as 24 characters of base64. */
export function createNonce(): string {
  if (given === drawn.length) {
    randomFillSync(drawn)
    given = 0
  }
  given += NONCE_BYTES
  return drawn.toString('base64', given - NONCE_BYTES, given)
}

/**
 * The policy of an HTML page: only scripts that carry the nonce, and what those load; styles by nonce or from our own files; no
 * inline code, no eval, no plugins, no frames, no base.
 */
export function writePageCsp(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // Would otherwise fall back to script-src, which names no source.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of a page that loads the ad program's script, after consent, exactly as the program's documentation requires ("Integrate the
 * AdSense ad code with a Content Security Policy": stricter ones are not supported). Browsers that support nonces ignore 'unsafe-inline'
 * and the schemes listed with them, so a script still runs only with the nonce or when loaded by a script that has it.
 */
export function writeAdPageCsp(nonce: string): string {
  return [
    "object-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' https: http:`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
