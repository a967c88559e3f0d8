/** In ascending order; each role includes the ones before it: read; content, mail and subscriptions; everything. */
export const ROLES = ['viewer', 'editor', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** Who must have a second factor, and the lowest of these roles. */
const LOWEST_REQUIRED = { nobody: null, owners: 'owner', editors: 'editor', everyone: 'viewer' } as const

export type SecondFactorRequirement = keyof typeof LOWEST_REQUIRED
export const SECOND_FACTOR_REQUIREMENTS = Object.keys(LOWEST_REQUIRED) as SecondFactorRequirement[]

/** Whether users of this role must have a second factor. */
export function isSecondFactorRequired(requirement: SecondFactorRequirement, role: Role): boolean {
  const lowest = LOWEST_REQUIRED[requirement]
  return lowest !== null && isAtLeast(role, lowest)
}

/** Whether `role` includes the rights of `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
