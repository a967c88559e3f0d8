import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { NewPasswordField, findPasswordProblem } from '../../auth/password-field.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { CopyField, Time, Status } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListHandle, type SortName } from '../../kit/list/types.ts'
import { type Role, useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatMediumTime, formatIdentifier } from '../../kit/words.ts'
import { EditUser } from './edit-user.tsx'
import { RoleField, describeSecondFactors, type User, USERS } from './role-field.tsx'

export const meta = buildAdminMeta('Users')

const TONES = { active: 'good', invited: 'notice', disabled: 'quiet' } as const

const COLUMNS: readonly Column<User, SortName<typeof USERS>>[] = [
  { head: 'Name', cell: (user) => user.displayName, sort: 'displayName' },
  { head: 'Email', cell: (user) => user.email, sort: 'email' },
  { head: 'Role', cell: (user) => formatIdentifier(user.role) },
  { head: 'Status', cell: (user) => <Status tone={TONES[user.status]}>{formatIdentifier(user.status)}</Status> },
  { head: 'Two-factor', cell: describeSecondFactors, isMinor: true },
  { head: 'Last sign-in', cell: (user) => <Time at={user.lastLoginAt} none="Never" /> },
]
const FILTERS = defineFilters<typeof USERS>()(
  { name: 'role', label: 'Role', options: ['owner', 'editor', 'viewer'] },
  { name: 'status', label: 'Status', options: ['active', 'invited', 'disabled'] },
)

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
      renderActions={(list) =>
        may('owner') ? (
          <Group gap="sm">
            <CreateUser list={list} />
            <InviteUser list={list} />
          </Group>
        ) : null
      }
      renderDetails={(user, list) => <EditUser key={`${user.id} ${user.version}`} user={user} list={list} />}
      detailsTitle={(user) => user.displayName}
    />
  )
}

const NOBODY = { email: '', displayName: '', role: 'viewer' as Role }
const EMPTY = { ...NOBODY, password: '' }

/** Creates an account with a password, which the creator passes on. */
function CreateUser({ list }: { readonly list: ListHandle<User> }) {
  const { field, open, modal } = useFormDialog(
    { initialValues: EMPTY, validate: { password: findPasswordProblem } },
    (body) => api.post(USERS, { body }),
    { done: ({ user }) => `${user.displayName} can sign in now`, onDone: list.reload },
  )
  return (
    <>
      <Button variant="default" onClick={open}>
        Create user
      </Button>
      <FormModal {...modal} title="Create user">
        <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...field('email')} />
        <TextInput label="Name" required maxLength={100} autoComplete="off" {...field('displayName')} />
        <RoleField {...field('role')} />
        <NewPasswordField label="Password" {...field('password')} />
      </FormModal>
    </>
  )
}

type Invited = Answer<'post', '/api/admin/users/invite'>

/** Invites somebody by mail; without a mail transport the link is shown once. */
function InviteUser({ list }: { readonly list: ListHandle<User> }) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const { field, open, modal } = useFormDialog(
    { initialValues: NOBODY },
    ({ email, displayName, role }) => {
      const name = displayName.trim()
      return api.post('/api/admin/users/invite', { body: { email, role, lang: 'en', ...(name === '' ? {} : { displayName: name }) } })
    },
    {
      async onDone(answer) {
        setInvited(answer)
        await list.reload()
      },
    },
  )
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" />}>
        Invite user
      </Button>
      <FormModal {...modal} title="Invite user" label="Send invitation">
        <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...field('email')} />
        <TextInput
          label="Name"
          description="They can change it when they accept the invitation."
          maxLength={100}
          autoComplete="off"
          {...field('displayName')}
        />
        <RoleField {...field('role')} />
      </FormModal>
      {invited !== null && <Invitation invited={invited} onClose={() => setInvited(null)} />}
    </>
  )
}

function Invitation({ invited: { user, invite }, onClose }: { readonly invited: Invited; onClose(): void }) {
  const until = formatMediumTime(invite.expiresAt)
  return (
    <Modal opened onClose={onClose} title={`Invitation for ${user.email}`}>
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
