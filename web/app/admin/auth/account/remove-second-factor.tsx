import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { FailureNote } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import type { SecondFactorDialogProps } from './enrol-second-factor.tsx'

/** Removes the second factor, for whoever knows the password. */
export function RemoveSecondFactor({ isOpen, onClose, onDone }: SecondFactorDialogProps) {
  const [password, setPassword] = useState('')
  const remove = useAction(() => api.delete('/api/auth/totp', { body: { password } }), {
    done: 'The second factor is removed',
    isQuiet: true,
    onDone: async () => {
      close()
      await onDone()
    },
  })
  // Whoever finds the browser open finds no password in it.
  const close = () => {
    setPassword('')
    remove.forget()
    onClose()
  }
  return (
    <FormModal
      isOpen={isOpen}
      title="Remove the second factor"
      label="Remove it"
      isBusy={remove.isBusy}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        void remove.run()
      }}
    >
      <Text size="sm">From then on the password alone signs you in.</Text>
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
