import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Confirm, FormModal } from '../kit/dialogs.tsx'
import { useApiForm } from '../kit/form.ts'
import { FormFailure } from '../kit/notes.tsx'
import type { PartProps } from './system.ts'

interface Props extends PartProps {
  /** What happens without a key. */
  readonly otherwise: string
}

/** The key of a system that is stored with its settings. */
export function SettingsKey({ system: { id, name, version, status }, otherwise, onChange, reload }: Props) {
  const [isOpen, dialog] = useDisclosure(false)
  const [isRemoving, removing] = useDisclosure(false)
  const { form, field, failure, isBusy, onSubmit, forget } = useApiForm(
    { initialValues: { apiKey: '' } },
    ({ apiKey }) => api.patch('/api/admin/connections', { body: { id, version, settings: { apiKey: apiKey.trim() }, check: true } }),
    {
      prefix: 'settings.',
      done: 'Key saved. It is in use now.',
      onDone(answer) {
        onChange(answer)
        close()
      },
      reload,
      isQuiet: true,
    },
  )
  const remove = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: null } }), {
    done: 'Stored key removed',
    reload,
  })
  const close = () => {
    form.reset()
    forget()
    dialog.close()
  }
  return (
    <Group justify="flex-end" gap="xs">
      {version > 0 && status !== 'not_configured' && (
        <Button size="xs" variant="default" onClick={removing.open} aria-label={`Remove key: ${name}`}>
          Remove key
        </Button>
      )}
      <Button size="xs" variant="default" onClick={dialog.open} aria-label={`Set key: ${name}`}>
        Set key
      </Button>
      <FormModal
        isOpen={isOpen}
        title={name}
        label="Save and check"
        isBusy={isBusy}
        isIncomplete={form.values.apiKey.trim() === ''}
        onClose={close}
        onSubmit={onSubmit}
      >
        <FormFailure failure={failure} />
        <PasswordInput label="Access key" required autoComplete="off" {...field('apiKey')} />
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
        <Text size="sm">The key from the environment is used instead. {otherwise}</Text>
      </Confirm>
    </Group>
  )
}
