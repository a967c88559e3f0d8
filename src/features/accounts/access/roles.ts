/** Each may do what the ones before it may: read; content, mail and subscriptions; everything. */
export const ROLES = ['viewer', 'editor', 'owner'] as const

export type Role = (typeof ROLES)[number]

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
