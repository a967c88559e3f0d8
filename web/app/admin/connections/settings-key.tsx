import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { ConfirmButton, FormModal } from '../kit/dialogs.tsx'
import { useFormDialog } from '../kit/form.ts'
import type { PartProps } from './system.ts'

interface Props extends PartProps {
  /** What happens without a key. */
  readonly otherwise: string
}

/** The key of a system that is stored with its settings. */
export function SettingsKey({ system: { id, name, version, status }, otherwise, onChange, reload }: Props) {
  const change = (settings: { apiKey: string } | null) =>
    api.patch('/api/admin/connections', { body: { id, version, settings, ...(settings !== null && { check: true }) } })
  const { form, field, open, modal } = useFormDialog({ initialValues: { apiKey: '' } }, ({ apiKey }) => change({ apiKey: apiKey.trim() }), {
    prefix: 'settings.',
    done: 'Key saved. It is in use now.',
    onDone: onChange,
    reload,
    isSecret: true,
  })
  const remove = useAction(() => change(null), { done: 'Stored key removed', onDone: onChange, reload })
  return (
    <Group justify="flex-end" gap="xs">
      {version > 0 && status !== 'not_configured' && (
        <ConfirmButton
          title="Remove the stored key?"
          label="Remove key"
          button={{ size: 'xs', 'aria-label': `Remove key: ${name}` }}
          action={remove}
        >
          <Text size="sm">The key from the environment is used instead. {otherwise}</Text>
        </ConfirmButton>
      )}
      <Button size="xs" variant="default" onClick={open} aria-label={`Set key: ${name}`}>
        Set key
      </Button>
      <FormModal {...modal} title={name} label="Save and check" isIncomplete={form.values.apiKey.trim() === ''}>
        <PasswordInput label="Access key" required autoComplete="off" {...field('apiKey')} />
      </FormModal>
    </Group>
  )
}
