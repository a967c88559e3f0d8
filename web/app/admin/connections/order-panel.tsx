import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { FailureNote, FormFailure } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import styles from './order-panel.module.css'
import { parseProviderEntries, getEntryProvider, moveProvider, toggleProvider, withRegion } from './order.ts'
import { RegionField } from './region-field.tsx'
import { type Regions, describeRegion } from './regions.ts'
import { SystemStatus } from './system-status.tsx'
import type { System } from './system.ts'

interface Props {
  readonly systems: readonly System[]
  readonly regions: Regions
  readonly mayChange: boolean
  reload(): Promise<void>
}

/** The weather providers in the order in which they are asked, and where; owners change both. */
export function OrderPanel({ systems, regions, mayChange, reload }: Props) {
  const config = useAnswer('config', () => api.get('/api/admin/config'))
  const { data, failure } = config
  const send = (entries: readonly string[]) =>
    api.patch('/api/admin/config', { body: { weatherProviders: entries.join(','), version: data?.version ?? 0 } })
  const reloadBoth = async () => {
    await Promise.all([config.reload(), reload()])
  }
  const save = useAction(send, { done: 'Order saved. It is in force now.', reload: reloadBoth })
  /** The order before the last change here. */
  const [former, setFormer] = useState<readonly string[] | null>(null)
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={config.reload} />
  const list = data?.settings['weatherProviders']
  if (typeof list !== 'string') return null
  const entries = parseProviderEntries(list)
  const providers = systems.filter(({ weather }) => weather !== null)
  const nameOf = (entry: string) => {
    const id = getEntryProvider(entry)
    return entry.replace(id, providers.find((each) => each.id === id)?.name ?? id)
  }
  const listed = entries.flatMap((entry) => providers.find(({ id }) => id === getEntryProvider(entry)) ?? [])
  const others = providers.filter((each) => !listed.includes(each))
  const take = async (changed: Awaited<ReturnType<typeof send>> | undefined) => {
    if (changed === undefined) return
    await config.set(changed)
    await reload()
  }
  const put = async (order: readonly string[]) => {
    const changed = await save.run(order)
    await take(changed)
    if (changed !== undefined) setFormer(order.join() === former?.join() ? null : entries)
  }
  return (
    <Panel
      title="Order of weather providers"
      description="The first that covers a place is asked; the next one answers when it cannot, and supplies what it lacks. A region limits where a provider is asked: countries, or a name that stands for several."
    >
      <FormFailure failure={save.failure} />
      {former !== null && former.join() !== entries.join() && (
        <Group gap="sm" mb="sm">
          <Soft>Before your last change: {former.map(nameOf).join(', ')}</Soft>
          <Button size="compact-xs" variant="default" loading={save.isBusy} onClick={() => void put(former)}>
            Undo
          </Button>
        </Group>
      )}
      <ol className={styles.rows} aria-label="Weather providers in their order">
        {listed.map(({ id, name, status, weather }, index) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              <span className={styles.position}>{index + 1}</span>
              {name} <SystemStatus status={status} />
            </span>
            <Why reason={weather?.reason ?? null} />
            <div className={styles.region}>
              {mayChange ? (
                <RegionField
                  name={name}
                  region={weather?.region ?? null}
                  regions={regions}
                  save={async (parts) => {
                    await take(await send(withRegion(entries, id, parts)))
                    setFormer(entries)
                  }}
                  reload={reloadBoth}
                />
              ) : (
                <Text size="sm">Asked {describeRegion(weather?.region ?? null)}</Text>
              )}
            </div>
            {mayChange && (
              <Group gap={4} wrap="nowrap" className={styles.actions ?? ''}>
                <Move
                  label={`Up: ask ${name} earlier`}
                  text="Up"
                  isDisabled={save.isBusy || index === 0}
                  onClick={() => put(moveProvider(entries, id, -1))}
                />
                <Move
                  label={`Down: ask ${name} later`}
                  text="Down"
                  isDisabled={save.isBusy || index === listed.length - 1}
                  onClick={() => put(moveProvider(entries, id, 1))}
                />
                {entries.length > 1 && (
                  <Move
                    label={`Remove: do not ask ${name}`}
                    text="Remove"
                    isDisabled={save.isBusy}
                    onClick={() => put(toggleProvider(entries, id))}
                  />
                )}
              </Group>
            )}
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md" mb={4}>
            Not in the list
          </Text>
          <ul className={styles.others}>
            {others.map(({ id, name, status, weather }) => (
              <li key={id}>
                {mayChange && (
                  <Move
                    label={`Add: ask ${name} last`}
                    text="Add"
                    isDisabled={save.isBusy}
                    onClick={() => put(toggleProvider(entries, id))}
                  />
                )}{' '}
                {name}
                {status === 'not_configured' && <Why reason={weather?.reason ?? null} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** Why a provider is not asked. */
function Why({ reason }: { readonly reason: string | null }) {
  if (reason === null) return null
  return (
    <Soft size="xs" className={styles.why ?? ''}>
      Not in use: {reason}
    </Soft>
  )
}

interface MoveProps {
  readonly label: string
  readonly text: string
  readonly isDisabled: boolean
  onClick(): Promise<void>
}

function Move({ label, text, isDisabled, onClick }: MoveProps) {
  return (
    <Button size="compact-xs" variant="default" aria-label={label} disabled={isDisabled} onClick={() => void onClick()}>
      {text}
    </Button>
  )
}
