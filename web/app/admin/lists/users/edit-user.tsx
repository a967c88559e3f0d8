import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { ConfirmButton, RED } from '../../kit/dialogs.tsx'
import { Facts, Time } from '../../kit/display.tsx'
import type { ListHandle } from '../../kit/list/types.ts'
import { type Role, useMe } from '../../kit/me.ts'
import { getFieldErrors } from '../../kit/notes.tsx'
import { formatIdentifier } from '../../kit/words.ts'
import { RoleField, describeSecondFactors, type User } from './role-field.tsx'

interface Change {
  readonly displayName?: string
  readonly role?: Role
  readonly disabled?: boolean
}

/** The details of one account, editable for owners. */
export function EditUser({ user, list }: { readonly user: User; readonly list: ListHandle<User> }) {
  const { may, user: me } = useMe()
  const form = useForm({ initialValues: { displayName: user.displayName, role: user.role as Role } })
  const change = useAction(
    (body: Change) => api.patch('/api/admin/users/{id}', { path: { id: user.id }, body: { ...body, version: user.version } }),
    {
      done: 'User saved',
      onDone: (answer) => list.replace(answer.user),
      onFailure: (failure) => form.setErrors(getFieldErrors(failure)),
      reload: list.reload,
    },
  )
  return (
    <Stack>
      <Anchor component={Link} to={`/admin/audit?q=${encodeURIComponent(user.email)}`} size="sm">
        View activity
      </Anchor>
      <Facts
        facts={{
          Email: user.email,
          Status: formatIdentifier(user.status),
          Role: formatIdentifier(user.role),
          'Two-factor authentication': describeSecondFactors(user),
          'Last sign-in': <Time at={user.lastLoginAt} none="Never" absolute />,
          Created: <Time at={user.createdAt} absolute />,
          Updated: <Time at={user.updatedAt} absolute />,
        }}
      />
      {may('owner') ? (
        <>
          <Divider />
          <form onSubmit={form.onSubmit((values) => void change.run(values))}>
            <Stack>
              <TextInput label="Name" required maxLength={100} {...form.getInputProps('displayName')} />
              <RoleField {...form.getInputProps('role')} />
              <Group justify="space-between">
                {user.disabled ? (
                  <Button variant="default" loading={change.isBusy} onClick={() => void change.run({ disabled: false })}>
                    Enable user
                  </Button>
                ) : (
                  <ConfirmButton
                    title={`Disable ${user.displayName}?`}
                    label="Disable user"
                    button={RED}
                    action={{ ...change, run: () => change.run({ disabled: true }) }}
                  >
                    <Text>
                      {user.id === me.id
                        ? 'This is your own account: you will be signed out at once.'
                        : 'Their sessions end at once, and they can no longer sign in.'}{' '}
                      An owner can enable the account again.
                    </Text>
                  </ConfirmButton>
                )}
                <Button type="submit" loading={change.isBusy} disabled={!form.isDirty()}>
                  Save user
                </Button>
              </Group>
            </Stack>
          </form>
        </>
      ) : null}
    </Stack>
  )
}
