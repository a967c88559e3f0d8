export const SESSION_COOKIE = 'service_admin_session'

const IN_HEADER = /(?:^|;\s*)service_admin_session=([A-Za-z0-9_-]{43})(?:;|$)/

/** The session token that a request carries. Read here rather than by a plugin, which would hang a hook on every route there is. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : IN_HEADER.exec(cookieHeader)?.[1]
}
