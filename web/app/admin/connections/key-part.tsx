import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { Note } from '../editing/note.tsx'
import { useAction } from '../kit/action.tsx'
import { useAnswer } from '../kit/answer.ts'
import { Confirm } from '../kit/confirm.tsx'
import { FailureNote } from '../kit/failure.tsx'
import { Moment } from '../kit/moment.tsx'
import { Status } from '../kit/status.tsx'
import { KeyForm } from './key-form.tsx'
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
          <Moment at={updatedAt} />
        </>
      )}
    </>
  )
}
