import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '../../kit/me.ts'
import { ROLES } from './user.ts'

export interface RoleFieldProps {
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
