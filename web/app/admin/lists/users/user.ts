import type { ListItem } from '../../kit/list/types.ts'
import type { Role } from '../../kit/me.ts'

export const USERS = '/api/admin/users'
export type User = ListItem<typeof USERS>

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'Read-only, with subscriber addresses masked' },
  { value: 'editor', label: 'Editor', description: 'Manages content, email and subscriptions' },
  { value: 'owner', label: 'Owner', description: 'Can do everything, including users and keys' },
]
