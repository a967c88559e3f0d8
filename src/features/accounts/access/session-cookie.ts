export const SESSION_COOKIE = 'service_admin_session'

const IN_HEADER = /(?:^|;\s*)service_admin_session=([A-Za-z0-9_-]{43})(?:;|$)/

/** The session token of a request. Read here rather than by a plugin, which would add a hook to every route. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : IN_HEADER.exec(cookieHeader)?.[1]
}
