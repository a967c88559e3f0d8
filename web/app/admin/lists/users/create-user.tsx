import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../../api/browser.ts'
import { NewPasswordField, passwordProblem } from '../../auth/password-field.tsx'
import { useAction } from '../../kit/action.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import type { Role } from '../../kit/me.ts'
import { RoleField } from './role-field.tsx'

export interface NewUserProps {
  readonly isOpen: boolean
  onClose(): void
  onDone(): unknown
}

const EMPTY = { email: '', displayName: '', role: 'viewer' as Role, password: '' }

/** Creates an account with a password, which the creator passes on. */
export function CreateUser({ isOpen, onClose, onDone }: NewUserProps) {
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
