import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import type { Role } from '../../kit/me.ts'
import { dateTime } from '../../kit/words.ts'
import type { NewUserProps } from './create-user.tsx'
import { RoleField } from './role-field.tsx'

type Invited = Answer<'post', '/api/admin/users/invite'>

const EMPTY = { email: '', displayName: '', role: 'viewer' as Role }

/** Invites somebody by mail; without a mail transport the link is shown once. */
export function InviteUser({ isOpen, onClose, onDone }: NewUserProps) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const form = useForm({ initialValues: EMPTY })
  const invite = useAction(
    ({ email, displayName, role }: typeof EMPTY) => {
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
