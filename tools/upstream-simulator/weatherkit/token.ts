/** A token lives for less than this. */
const MAX_LIFETIME_SECONDS = 86_400
/** A signature of ES256 has 64 bytes. */
const SIGNATURE_BYTES = 64

/**
 * The status with which the header of a call is refused at a time in epoch milliseconds; null: it is accepted. The signature is not checked: the
 * simulator has no public key. Teams `invalid…` are refused, teams `blocked…` are over their limit.
 */
export function refusalOf(authorization: string | string[] | undefined, now: number): 401 | 429 | null {
  const [, head, body, signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(String(authorization)) ?? []
  const [header, claims] = [parsed(head), parsed(body)]
  const team = String(claims['iss'])
  const seconds = now / 1_000
  const [issued, ends] = [Number(claims['iat']), Number(claims['exp'])]
  const isValid =
    header['alg'] === 'ES256' &&
    typeof header['kid'] === 'string' &&
    header['id'] === `${team}.${String(claims['sub'])}` &&
    issued <= seconds + 5 &&
    ends > seconds &&
    ends - issued <= MAX_LIFETIME_SECONDS &&
    Buffer.from(signature ?? '', 'base64url').length === SIGNATURE_BYTES
  if (!isValid || team.startsWith('invalid')) return 401
  return team.startsWith('blocked') ? 429 : null
}

function parsed(part = ''): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}
