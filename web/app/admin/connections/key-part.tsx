import { Button, Group, PasswordInput, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { Confirm, FormModal } from '../kit/dialogs.tsx'
import { Time, Status } from '../kit/display.tsx'
import { useApiForm } from '../kit/form.ts'
import { FailureNote, FormFailure, Note } from '../kit/notes.tsx'
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
  const { data, failure, reload, set } = useAnswer(path, () => api.get(path))
  const [isOpen, form] = useDisclosure(false)
  const [isRemoving, removing] = useDisclosure(false)
  const remove = useAction(() => api.patch(path, { body: { key: null, version: data?.version ?? 0 } }), {
    done: 'Stored key removed',
    reload,
  })
  const take = async (key: StoredKey | undefined) => {
    if (key === undefined) return
    await set(key)
    await onStored()
  }
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
  if (data === undefined) return <Skeleton h={40} />
  const isStored = data.source === 'database'
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <Text size="sm" c="dimmed">
            <KeyState of={data} />
          </Text>
        </div>
        {mayChange && (
          <Group gap="xs">
            {isStored && (
              <Button size="xs" variant="default" onClick={removing.open} aria-label={`Remove key: ${label}`}>
                Remove key
              </Button>
            )}
            <Button size="xs" variant="default" onClick={form.open} aria-label={`${isStored ? 'Replace key' : 'Set key'}: ${label}`}>
              {isStored ? 'Replace key' : 'Set key'}
            </Button>
          </Group>
        )}
      </Group>
      {data.problem !== null && (
        <Note tone="bad" title="The stored key cannot be used">
          {data.problem}
        </Note>
      )}
      <KeyForm path={path} label={label} stored={data} isOpen={isOpen} reload={reload} onStored={take} onClose={form.close} />
      <Confirm
        isOpen={isRemoving}
        title="Remove the stored key?"
        label="Remove key"
        isDangerous
        isBusy={remove.isBusy}
        onClose={removing.close}
        onConfirm={async () => {
          await take(await remove.run())
          removing.close()
        }}
      >
        <Text size="sm">The key from the environment is used instead, if there is one.</Text>
      </Confirm>
    </Stack>
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

interface KeyFormProps {
  readonly path: '/api/admin/weather-provider-key' | '/api/admin/email-key'
  readonly label: string
  readonly stored: StoredKey
  readonly isOpen: boolean
  reload(): Promise<void>
  onStored(key: StoredKey): Promise<void>
  onClose(): void
}

/** Replaces a key. It is verified with one call first, unless the admin skips that. */
function KeyForm({ path, label, stored, isOpen, reload, onStored, onClose }: KeyFormProps) {
  const { form, field, failure, isBusy, onSubmit, forget } = useApiForm(
    { initialValues: { key: '', verify: true, replace: false } },
    ({ key, verify, replace }) =>
      api.patch(path, { body: { key: key.trim(), verify, version: stored.version, ...(stored.problem === null ? {} : { replace }) } }),
    {
      done: 'Key saved. It is in use now.',
      async onDone(answer) {
        close()
        await onStored(answer)
      },
      reload,
      isQuiet: true,
    },
  )
  const close = () => {
    form.setFieldValue('key', '')
    forget()
    onClose()
  }
  const { key: error } = form.errors
  return (
    <FormModal
      isOpen={isOpen}
      title={label}
      label="Save key"
      isBusy={isBusy}
      isIncomplete={form.values.key.trim() === ''}
      onClose={close}
      onSubmit={onSubmit}
    >
      <FormFailure failure={failure} />
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
      {stored.problem !== null && (
        <Switch label="Overwrite the stored key, which cannot be decrypted" {...field('replace', { type: 'checkbox' })} />
      )}
    </FormModal>
  )
}
