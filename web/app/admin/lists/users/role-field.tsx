import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListItem } from '../../kit/list/types.ts'
import type { Role } from '../../kit/me.ts'
import { capitaliseText, formatQuantity } from '../../kit/words.ts'

export const USERS = '/api/admin/users'
export type User = ListItem<typeof USERS>

/** What the user signs in with beside the password. */
export function describeSecondFactors({ totp, passkeys }: User): string {
  const means = [...(totp ? ['app'] : []), ...(passkeys > 0 ? [formatQuantity(passkeys, 'passkey')] : [])]
  return means.length === 0 ? 'Off' : capitaliseText(means.join(', '))
}

const ROLES: readonly { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'Read-only, with subscriber addresses masked' },
  { value: 'editor', label: 'Editor', description: 'Manages content, email and subscriptions' },
  { value: 'owner', label: 'Owner', description: 'Can do everything, including users and keys' },
]

interface RoleFieldProps {
  readonly value?: Role
  readonly error?: ReactNode
  onChange(role: Role): void
}

/** A role, with its rights. */
export function RoleField({ value = 'viewer', error, onChange }: RoleFieldProps) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)} error={error}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role.value} value={role.value} label={role.label} description={role.description} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
