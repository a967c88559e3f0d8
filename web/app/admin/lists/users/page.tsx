import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, Filter, ListHandle, SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { spoken } from '../../kit/words.ts'
import { CreateUser } from './create-user.tsx'
import { EditUser } from './edit-user.tsx'
import { InviteUser } from './invite-user.tsx'
import { type User, USERS } from './user.ts'

export const meta = titled('Users')

const TONES = { active: 'good', invited: 'notice', disabled: 'quiet' } as const

const COLUMNS: readonly Column<User, SortName<typeof USERS>>[] = [
  { head: 'Name', cell: (user) => user.displayName, sort: 'displayName' },
  { head: 'Email', cell: (user) => user.email, sort: 'email' },
  { head: 'Role', cell: (user) => spoken(user.role) },
  { head: 'Status', cell: (user) => <Status tone={TONES[user.status]}>{spoken(user.status)}</Status> },
  { head: 'Two-factor', cell: (user) => (user.totp ? 'On' : 'Off'), isMinor: true },
  { head: 'Last sign-in', cell: (user) => <Moment at={user.lastLoginAt} none="Never" /> },
]
const FILTERS: readonly Filter[] = [
  { name: 'role', label: 'Role', options: ['owner', 'editor', 'viewer'] },
  { name: 'status', label: 'Status', options: ['active', 'invited', 'disabled'] },
]

export default function Users() {
  const { may } = useMe()
  return (
    <ListPage
      path={USERS}
      title="Users"
      description="Who can use the back office, and what they can do there."
      columns={COLUMNS}
      filters={FILTERS}
      search="Email or name"
      defaultSort="email"
      keyOf={(user) => user.id}
      renderActions={(list) => (may('owner') ? <NewUsers list={list} /> : null)}
      renderDetails={(user, list) => <EditUser key={`${user.id} ${user.version}`} user={user} list={list} />}
      detailsTitle={(user) => user.displayName}
    />
  )
}

function NewUsers({ list }: { readonly list: ListHandle<User> }) {
  const [opened, setOpened] = useState<'create' | 'invite' | null>(null)
  const close = () => setOpened(null)
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setOpened('create')}>
        Create user
      </Button>
      <Button onClick={() => setOpened('invite')} leftSection={<Icon name="plus" />}>
        Invite user
      </Button>
      <CreateUser isOpen={opened === 'create'} onClose={close} onDone={list.reload} />
      <InviteUser isOpen={opened === 'invite'} onClose={close} onDone={list.reload} />
    </Group>
  )
}
