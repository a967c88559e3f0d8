import { Button, Group, PasswordInput, Stack, Switch, Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { ConfirmButton, FormModal } from '../kit/dialogs.tsx'
import { Soft, Status, Time } from '../kit/display.tsx'
import { useFormDialog } from '../kit/form.ts'
import { Answered, Note } from '../kit/notes.tsx'
import type { StoredKey } from './system.ts'

interface Props {
  readonly path: '/api/admin/weather-provider-key' | '/api/admin/email-key'
  readonly label: string
  readonly mayChange: boolean
  /** Called after a change, which may change the system's status. */
  onStored(): Promise<void>
}

/** A key with its own route: shows it masked, replaces it, or resets it to the environment's. */
export function KeyPart({ path, label, mayChange, onStored }: Props) {
  const stored = useAnswer(path, () => api.get(path))
  const { reload } = stored
  const take = async (key: StoredKey) => {
    await stored.set(key)
    await onStored()
  }
  const remove = useAction(() => api.patch(path, { body: { key: null, version: stored.data?.version ?? 0 } }), {
    done: 'Stored key removed',
    onDone: take,
    reload,
  })
  return (
    <Answered of={stored} height={40}>
      {(key) => (
        <Stack gap="sm">
          <Group justify="space-between" gap="sm">
            <div>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              <Soft>
                <KeyState of={key} />
              </Soft>
            </div>
            {mayChange && (
              <Group gap="xs">
                {key.source === 'database' && (
                  <ConfirmButton
                    title="Remove the stored key?"
                    label="Remove key"
                    button={{ size: 'xs', 'aria-label': `Remove key: ${label}` }}
                    action={remove}
                  >
                    <Text size="sm">The key from the environment is used instead, if there is one.</Text>
                  </ConfirmButton>
                )}
                <KeyForm path={path} label={label} stored={key} reload={reload} onStored={take} />
              </Group>
            )}
          </Group>
          {key.problem !== null && (
            <Note tone="bad" title="The stored key cannot be used">
              {key.problem}
            </Note>
          )}
        </Stack>
      )}
    </Answered>
  )
}

function KeyState({ of: { configured, source, masked, updatedAt } }: { readonly of: StoredKey }) {
  if (!configured && source === null) return <Status tone="quiet">No key</Status>
  return (
    <>
      <code>{masked ?? '••••'}</code> {source === 'database' ? 'stored' : 'from the environment'}
      {updatedAt !== null && (
        <>
          {' '}
          <Time at={updatedAt} />
        </>
      )}
    </>
  )
}

interface KeyFormProps extends Pick<Props, 'path' | 'label'> {
  readonly stored: StoredKey
  reload(): Promise<void>
  onStored(key: StoredKey): Promise<void>
}

/** Replaces a key. It is verified with one call first, unless the admin skips that. */
function KeyForm({ path, label, stored: { source, version, problem }, reload, onStored }: KeyFormProps) {
  const { form, field, open, modal } = useFormDialog(
    { initialValues: { key: '', verify: true, replace: false } },
    ({ key, verify, replace }) => api.patch(path, { body: { key: key.trim(), verify, version, ...(problem === null ? {} : { replace }) } }),
    { done: 'Key saved. It is in use now.', onDone: onStored, reload, isSecret: true },
  )
  const { key: error } = form.errors
  const text = source === 'database' ? 'Replace key' : 'Set key'
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={`${text}: ${label}`}>
        {text}
      </Button>
      <FormModal {...modal} title={label} label="Save key" isIncomplete={form.values.key.trim() === ''}>
        <PasswordInput
          label="New key"
          required
          autoComplete="off"
          {...field('key')}
          error={typeof error === 'string' ? `The key ${error.charAt(0).toLowerCase()}${error.slice(1)}` : undefined}
        />
        <Switch
          label="Verify the key first"
          description="Makes one call, which counts towards the quota"
          {...field('verify', { type: 'checkbox' })}
        />
        {problem !== null && (
          <Switch label="Overwrite the stored key, which cannot be decrypted" {...field('replace', { type: 'checkbox' })} />
        )}
      </FormModal>
    </>
  )
}
