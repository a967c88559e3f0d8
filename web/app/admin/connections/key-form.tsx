import { PasswordInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { FormFailure } from '../editing/form-failure.tsx'
import { useAction } from '../kit/action.tsx'
import { fieldErrors } from '../kit/failure.tsx'
import { FormModal } from '../kit/form-modal.tsx'
import type { StoredKey } from './system.ts'

interface Props {
  readonly path: '/api/admin/weather-provider-key' | '/api/admin/email-key'
  readonly label: string
  readonly stored: StoredKey
  readonly isOpen: boolean
  reload(): Promise<void>
  onStored(key: StoredKey): Promise<void>
  onClose(): void
}

/** Replaces a key. It is verified with one call first, unless the admin skips that. */
export function KeyForm({ path, label, stored, isOpen, reload, onStored, onClose }: Props) {
  const [key, setKey] = useState('')
  const [verify, setVerify] = useState(true)
  const [replace, setReplace] = useState(false)
  const store = useAction(
    () => api.patch(path, { body: { key, verify, version: stored.version, ...(stored.problem === null ? {} : { replace }) } }),
    { done: 'Key saved. It is in use now.', reload, isQuiet: true },
  )
  const errors = fieldErrors(store.failure)
  const close = () => {
    setKey('')
    store.forget()
    onClose()
  }
  return (
    <FormModal
      isOpen={isOpen}
      title={label}
      label="Save key"
      isBusy={store.isBusy}
      isIncomplete={key === ''}
      onClose={close}
      onSubmit={async (event) => {
        event.preventDefault()
        const answer = await store.run()
        if (answer === undefined) return
        close()
        await onStored(answer)
      }}
    >
      <FormFailure failure={store.failure} isTold={errors['key'] !== undefined} />
      <PasswordInput
        label="New key"
        required
        autoComplete="off"
        value={key}
        error={errors['key'] === undefined ? undefined : `The key ${errors['key'].charAt(0).toLowerCase()}${errors['key'].slice(1)}`}
        onChange={({ currentTarget }) => setKey(currentTarget.value.trim())}
      />
      <Switch
        label="Verify the key first"
        description="Makes one call, which counts towards the quota"
        checked={verify}
        onChange={({ currentTarget }) => setVerify(currentTarget.checked)}
      />
      {stored.problem !== null && (
        <Switch
          label="Overwrite the stored key, which cannot be decrypted"
          checked={replace}
          onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
        />
      )}
    </FormModal>
  )
}
