import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { fieldErrors, FormFailure } from '../kit/notes.tsx'
import { useAction } from '../kit/api.tsx'
import { Confirm, FormModal } from '../kit/dialogs.tsx'
import type { PartProps } from './system.ts'

/** The key of the photo service; without one pages show the built-in artwork. */
export function PhotoKey({ system: { id, version, status }, onChange, reload }: PartProps) {
  const [isOpen, form] = useDisclosure(false)
  const [isRemoving, removing] = useDisclosure(false)
  const [apiKey, setApiKey] = useState('')
  const store = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: { apiKey }, check: true } }), {
    done: 'Key saved. It is in use now.',
    reload,
    isQuiet: true,
  })
  const remove = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: null } }), {
    done: 'Stored key removed',
    reload,
  })
  const errors = fieldErrors(store.failure)
  const close = () => {
    setApiKey('')
    store.forget()
    form.close()
  }
  return (
    <Group justify="flex-end" gap="xs">
      {version > 0 && status !== 'not_configured' && (
        <Button size="xs" variant="default" onClick={removing.open} aria-label="Remove key: Photo service">
          Remove key
        </Button>
      )}
      <Button size="xs" variant="default" onClick={form.open} aria-label="Set key: Photo service">
        Set key
      </Button>
      <FormModal
        isOpen={isOpen}
        title="Photo service"
        label="Save and check"
        isBusy={store.isBusy}
        isIncomplete={apiKey === ''}
        onClose={close}
        onSubmit={async (event) => {
          event.preventDefault()
          const answer = await store.run()
          if (answer === undefined) return
          onChange(answer)
          close()
        }}
      >
        <FormFailure failure={store.failure} isTold={errors['settings.apiKey'] !== undefined} />
        <PasswordInput
          label="Access key"
          required
          autoComplete="off"
          value={apiKey}
          error={errors['settings.apiKey']}
          onChange={({ currentTarget }) => setApiKey(currentTarget.value.trim())}
        />
      </FormModal>
      <Confirm
        isOpen={isRemoving}
        title="Remove the stored key?"
        label="Remove key"
        isDangerous
        isBusy={remove.isBusy}
        onClose={removing.close}
        onConfirm={async () => {
          const answer = await remove.run()
          if (answer !== undefined) onChange(answer)
          removing.close()
        }}
      >
        <Text size="sm">The key from the environment is used instead. Without one, pages show the built-in artwork.</Text>
      </Confirm>
    </Group>
  )
}
