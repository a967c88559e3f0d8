/** Tells a browser from which somebody signed in before from all others. It opens nothing. */
export const DEVICE_COOKIE = 'service_admin_device'

const IN_HEADER = /(?:^|;\s*)service_admin_device=([A-Za-z0-9_-]{43})(?:;|$)/

export function deviceOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : IN_HEADER.exec(cookieHeader)?.[1]
}
