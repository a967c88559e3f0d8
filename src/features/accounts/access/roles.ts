/** In ascending order; each role includes the ones before it: read; content, mail and subscriptions; everything. */
export const ROLES = ['viewer', 'editor', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** Whether `role` includes the rights of `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
