/** Marks a browser that has signed in before. It grants no access. */
export const DEVICE_COOKIE = 'service_admin_device'

const IN_HEADER = /(?:^|;\s*)service_admin_device=([A-Za-z0-9_-]{43})(?:;|$)/

/** The device cookie's value in a Cookie header. */
export function deviceOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : IN_HEADER.exec(cookieHeader)?.[1]
}
