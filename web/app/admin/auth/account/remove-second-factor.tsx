import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { FailureNote } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import type { SecondFactorDialogProps } from './enrol-second-factor.tsx'

/** Removes the second factor, given the password. */
export function RemoveSecondFactor({ isOpen, onClose, onDone }: SecondFactorDialogProps) {
  const [password, setPassword] = useState('')
  const remove = useAction(() => api.delete('/api/auth/totp', { body: { password } }), {
    done: 'Two-factor authentication is off',
    isQuiet: true,
    onDone: async () => {
      close()
      await onDone()
    },
  })
  // Leaves no password behind in an unattended browser.
  const close = () => {
    setPassword('')
    remove.forget()
    onClose()
  }
  return (
    <FormModal
      isOpen={isOpen}
      title="Turn off two-factor authentication"
      label="Turn off"
      isBusy={remove.isBusy}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        void remove.run()
      }}
    >
      <Text size="sm">After that, your password alone is enough to sign in.</Text>
      {remove.failure === undefined ? null : <FailureNote failure={remove.failure} />}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormModal>
  )
}
