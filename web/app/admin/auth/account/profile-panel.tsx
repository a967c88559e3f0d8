import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { Facts } from '../../kit/facts.tsx'
import { useMe } from '../../kit/me.ts'
import { Panel } from '../../kit/panel.tsx'
import { spoken } from '../../kit/words.ts'
import type { User } from '../../lists/users/user.ts'

/** Name, address and role, which only owners can change. */
export function ProfilePanel({ account, onChanged }: { readonly account: User | null; onChanged(): unknown }) {
  const { user, may } = useMe()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(user.displayName)
  const save = useAction(
    (of: User) => api.patch('/api/admin/users/{id}', { path: { id: of.id }, body: { displayName: name.trim(), version: of.version } }),
    { done: 'Name saved', onDone: async () => Promise.all([onChanged(), revalidate()]), reload: onChanged },
  )
  return (
    <Panel title="Profile">
      <Stack>
        <Facts
          facts={[['Email', user.email], ['Role', spoken(user.role)], ...(may('owner') ? [] : ([['Name', user.displayName]] as const))]}
        />
        {may('owner') && account !== null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void save.run(account)
            }}
          >
            <Group align="flex-end">
              <TextInput
                label="Name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                flex={1}
              />
              <Button type="submit" loading={save.isBusy} disabled={name.trim() === user.displayName || name.trim() === ''}>
                Save name
              </Button>
            </Group>
          </form>
        ) : (
          <Text size="sm" c="dimmed">
            An owner can change your name and role.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
