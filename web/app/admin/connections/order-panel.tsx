import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { FormFailure } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { count, duration } from '../kit/words.ts'
import { entriesOf, idOf, moved, toggled } from './order.ts'
import { SystemStatus } from './system-status.tsx'
import type { System } from './system.ts'

interface Props {
  readonly systems: readonly System[]
  readonly mayChange: boolean
  reload(): Promise<void>
}

const DAYS = 7

/** The weather providers in the order in which they are asked, with what they did lately; owners change the order. */
export function OrderPanel({ systems, mayChange, reload }: Props) {
  const config = useAnswer('config', () => api.get('/api/admin/config'))
  const usage = useAnswer(`usage ${DAYS}`, () => api.get('/api/admin/usage', { query: { days: DAYS } }))
  const save = useAction((weatherProviders: string) => api.patch('/api/admin/config', { body: { weatherProviders } }), {
    done: 'Order saved. It is in force now.',
    reload,
  })
  const list = config.data?.settings['weatherProviders']
  if (typeof list !== 'string') return null
  const entries = entriesOf(list)
  const providers = systems.filter(({ weather }) => weather !== null)
  const listed = entries.flatMap((entry) => providers.find(({ id }) => id === idOf(entry)) ?? [])
  const put = async (order: readonly string[]) => {
    const changed = await save.run(order.join(','))
    if (changed === undefined) return
    await config.set(changed)
    await reload()
  }
  const rows = [...listed, ...providers.filter((each) => !listed.includes(each))].map((system) => {
    const { id, name, status, latencyMs, weather } = system
    const isListed = listed.includes(system)
    const calls = usage.data?.byProvider.find(({ provider }) => provider === id)
    return {
      key: id,
      cells: [
        <Stack gap={2} key="name">
          {name}
          {weather !== null && <Notes weather={weather} />}
        </Stack>,
        isListed ? (weather?.region ?? 'everywhere') : 'not listed',
        <SystemStatus key="status" status={status} />,
        calls === undefined ? '–' : count(calls.calls),
        calls === undefined ? '–' : count(calls.failed),
        latencyMs === null ? '–' : duration(latencyMs),
        mayChange && (
          <Group key="actions" gap={4} wrap="nowrap" justify="flex-end">
            {isListed && (
              <>
                <Move label={`Up: ask ${name} earlier`} text="Up" isBusy={save.isBusy} onClick={() => put(moved(entries, id, -1))} />
                <Move label={`Down: ask ${name} later`} text="Down" isBusy={save.isBusy} onClick={() => put(moved(entries, id, 1))} />
              </>
            )}
            {(!isListed || entries.length > 1) && (
              <Move
                label={isListed ? `Remove: do not ask ${name}` : `Add: ask ${name} last`}
                text={isListed ? 'Remove' : 'Add'}
                isBusy={save.isBusy}
                onClick={() => put(toggled(entries, id))}
              />
            )}
          </Group>
        ),
      ],
    }
  })
  return (
    <Panel
      title="Weather providers"
      description="In the order in which they are asked. The next one answers when those before it cannot. Regions are set in the settings (weatherProviders)."
      actions={
        <Anchor href="/accuracy" size="sm">
          Accuracy
        </Anchor>
      }
    >
      <FormFailure failure={save.failure} />
      <DataTable
        label="Weather providers"
        columns={['Provider', 'Region', 'Status', `Calls in ${DAYS} days`, 'Failed', 'Last call took', 'Order']}
        numbersFrom={3}
        minWidth={760}
        rows={rows}
      />
    </Panel>
  )
}

/** Why a provider is not in use, and what it never has. */
function Notes({ weather: { reason, lacks } }: { readonly weather: NonNullable<System['weather']> }) {
  return (
    <>
      {reason !== null && (
        <Text size="xs" c="dimmed">
          Not in use: {reason}
        </Text>
      )}
      {lacks.length > 0 && (
        <Text size="xs" c="dimmed">
          Lacks {lacks.join(', ')}
        </Text>
      )}
    </>
  )
}

interface MoveProps {
  readonly label: string
  readonly text: string
  readonly isBusy: boolean
  onClick(): Promise<void>
}

function Move({ label, text, isBusy, onClick }: MoveProps) {
  return (
    <Button size="compact-xs" variant="default" aria-label={label} disabled={isBusy} onClick={() => void onClick()}>
      {text}
    </Button>
  )
}
