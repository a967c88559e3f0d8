import { isSameSecret } from '../../secrets/equal.ts'

/** Whether an Authorization header carries this bearer token. Always false when `token` is null. */
export function hasBearerToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && token !== null && isSameSecret(given, token)
}
