import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, Filter, ListHandle, SortName } from '../../kit/list/types.ts'
import { type Role, useMe } from '../../kit/me.ts'
import { CopyField, Moment, Status } from '../../kit/display.tsx'
import { titled } from '../../kit/page.tsx'
import { dateTime, spoken } from '../../kit/words.ts'
import { EditUser } from './edit-user.tsx'
import { RoleField, type User, USERS } from './role-field.tsx'
import { useForm } from '@mantine/form'
import { api } from '../../../api/browser.ts'
import { NewPasswordField, passwordProblem } from '../../auth/password-field.tsx'
import { useAction } from '../../kit/api.tsx'
import { fieldErrors } from '../../kit/notes.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import type { Answer } from '../../../api/ask.ts'

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

interface NewUserProps {
  readonly isOpen: boolean
  onClose(): void
  onDone(): unknown
}

const EMPTY = { email: '', displayName: '', role: 'viewer' as Role, password: '' }

/** Creates an account with a password, which the creator passes on. */
function CreateUser({ isOpen, onClose, onDone }: NewUserProps) {
  const form = useForm({ initialValues: EMPTY, validate: { password: passwordProblem } })
  const create = useAction((body: typeof EMPTY) => api.post('/api/admin/users', { body }), {
    done: ({ user }) => `${user.displayName} can sign in now`,
    onFailure: (failure) => form.setErrors(fieldErrors(failure)),
    onDone: async () => {
      form.reset()
      onClose()
      await onDone()
    },
  })
  return (
    <FormModal
      isOpen={isOpen}
      title="Create user"
      label="Create user"
      isBusy={create.isBusy}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void create.run(values))}
    >
      <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <TextInput label="Name" required maxLength={100} autoComplete="off" {...form.getInputProps('displayName')} />
      <RoleField {...form.getInputProps('role')} />
      <NewPasswordField label="Password" {...form.getInputProps('password')} />
    </FormModal>
  )
}

type Invited = Answer<'post', '/api/admin/users/invite'>

const INVITE_USER_EMPTY = { email: '', displayName: '', role: 'viewer' as Role }

/** Invites somebody by mail; without a mail transport the link is shown once. */
function InviteUser({ isOpen, onClose, onDone }: NewUserProps) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const form = useForm({ initialValues: INVITE_USER_EMPTY })
  const invite = useAction(
    ({ email, displayName, role }: typeof INVITE_USER_EMPTY) => {
      const name = displayName.trim()
      return api.post('/api/admin/users/invite', { body: { email, role, lang: 'en', ...(name === '' ? {} : { displayName: name }) } })
    },
    {
      onFailure: (failure) => form.setErrors(fieldErrors(failure)),
      onDone: async (answer) => {
        setInvited(answer)
        form.reset()
        await onDone()
      },
    },
  )
  const close = () => {
    setInvited(null)
    onClose()
  }
  if (invited !== null) return <Told invited={invited} isOpen={isOpen} onClose={close} />
  return (
    <FormModal
      isOpen={isOpen}
      title="Invite user"
      label="Send invitation"
      isBusy={invite.isBusy}
      onClose={close}
      onSubmit={form.onSubmit((values) => void invite.run(values))}
    >
      <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <TextInput
        label="Name"
        description="They can change it when they accept the invitation."
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <RoleField {...form.getInputProps('role')} />
    </FormModal>
  )
}

function Told({ invited: { user, invite }, isOpen, onClose }: { readonly invited: Invited; readonly isOpen: boolean; onClose(): void }) {
  const until = dateTime(invite.expiresAt)
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Invitation for ${user.email}`}>
      <Stack>
        {invite.link === undefined ? (
          <Text>We sent an invitation. The link works once and expires on {until}.</Text>
        ) : (
          <>
            <Text>Email is not set up, so please pass this link on yourself. It is shown only now and expires on {until}.</Text>
            <CopyField label="Invitation link" value={invite.link} />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
