import { Button, Group, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { Facts, Soft, Time } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { Answered, FailureNote, Note } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { formatDuration, formatIdentifier } from '../kit/words.ts'
import { CostPanel } from './cost-panel.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { GainsPanel } from './gains-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { OrderPanel } from './order-panel.tsx'
import { PartsList } from './parts-list.tsx'
import { describeRegion } from './regions.ts'
import { describeMissingData, type SourceUsage } from './sources.ts'
import { SystemParts } from './system-parts.tsx'
import { SystemStatus } from './system-status.tsx'
import type { SmtpPreset, System } from './system.ts'

export const meta = buildAdminMeta('Connections')

/** /admin/connections: every external system, its state and its configuration. */
export default function ConnectionsPage() {
  const mayChange = useMe().may('owner')
  const connections = useAnswer('connections', () => api.get('/api/admin/connections'), { everySeconds: 60 })
  const { data, reload } = connections
  const sources = useAnswer('sources', () => api.get('/api/admin/usage/sources'), { everySeconds: 60 })
  const [checking, setChecking] = useState<string | null>(null)
  const check = useAction((id: string) => api.patch('/api/admin/connections', { body: { id, check: true } }))
  const put = (system: System) =>
    connections.change((was) => ({ ...was, items: was.items.map((each) => (each.id === system.id ? system : each)) }))
  // One at a time: a check may take five seconds, and all at once would look like an attack.
  const checkAll = async () => {
    for (const { id, status, canCheck } of data?.items ?? []) {
      if (!canCheck || status === 'not_configured' || status === 'disabled') continue
      setChecking(id)
      if ((await check.run(id)) === undefined) break
    }
    setChecking(null)
    await Promise.all([reload(), sources.reload()])
  }
  return (
    <Page
      title="Connections"
      description="External systems: configuration, and health according to the last calls and checks. Secrets are stored encrypted and never shown again."
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="reload" size={16} />}
            loading={checking !== null}
            onClick={() => void checkAll()}
          >
            Check all systems
          </Button>
        )
      }
    >
      <Answered of={connections} height={520}>
        {(data) => (
          <Stack gap="lg">
            {data.adminSecret.status === 'wrong' && (
              <Note tone="bad" title="ADMIN_SECRET does not match the stored secrets">
                {data.adminSecret.message}
              </Note>
            )}
            <OrderPanel systems={data.items} regions={data.regions} mayChange={mayChange} reload={reload} />
            <FailureNote failure={sources.failure} onRetry={sources.reload} />
            {sources.data !== undefined && (
              <>
                <FiguresPanel sources={inOrder(sources.data.items, data.items)} />
                <CostPanel sources={inOrder(sources.data.items, data.items)} days={sources.data.days} />
                <LimitsPanel sources={inOrder(sources.data.items, data.items.filter(isUsed))} />
              </>
            )}
            <GainsPanel names={new Map(data.items.map(({ id, name }) => [id, name]))} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              {data.items.map((system) => (
                <SystemCard
                  key={system.id}
                  system={system}
                  presets={data.smtpPresets}
                  isChecking={checking === system.id}
                  onChange={put}
                  reload={reload}
                />
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </Answered>
    </Page>
  )
}

/** Whether a provider is used for anything. */
function isUsed({ parts }: System): boolean {
  return parts.some(({ reason }) => reason === null)
}

/** The usage of these systems, in their order. */
function inOrder(sources: readonly SourceUsage[], systems: readonly System[]): SourceUsage[] {
  return systems.flatMap(({ id }) => sources.find((each) => each.id === id) ?? [])
}

interface Props {
  readonly system: System
  readonly presets: readonly SmtpPreset[]
  /** Part of a check of all systems that is in progress. */
  readonly isChecking: boolean
  onChange(system: System): void
  reload(): Promise<void>
}

/** One external system: its state, its switch, its settings. */
function SystemCard({ system, presets, isChecking, onChange, reload }: Props) {
  const { id, name, status, enabled, canSwitch, canCheck, checkedAt, latencyMs, message, settings, parts, version } = system
  const mayChange = useMe().may('owner')
  const change = useAction(
    (body: { enabled?: boolean; check?: boolean }) => api.patch('/api/admin/connections', { body: { id, version, ...body } }),
    { onDone: onChange, reload },
  )
  const check = useAction(() => api.patch('/api/admin/connections', { body: { id, check: true } }), { onDone: onChange })
  return (
    <Panel
      title={name}
      description={message}
      actions={
        <Group gap="sm" wrap="nowrap">
          <SystemStatus status={status} />
          {mayChange && canSwitch && (
            <Switch
              aria-label={`Enable ${name}`}
              checked={enabled}
              disabled={change.isBusy}
              onChange={({ currentTarget }) => void change.run({ enabled: currentTarget.checked })}
            />
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {parts.length > 0 ? (
          status !== 'not_configured' && <PartsList system={system} mayChange={mayChange} isChecking={isChecking} onChange={onChange} />
        ) : (
          <Group justify={checkedAt === null ? 'flex-end' : 'space-between'}>
            {checkedAt !== null && (
              <Soft>
                Last used <Time at={checkedAt} />
                {latencyMs !== null && ` (${formatDuration(latencyMs)})`}
              </Soft>
            )}
            {mayChange && canCheck && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Check now: ${name}`}
                loading={check.isBusy || isChecking}
                disabled={status === 'disabled' || status === 'not_configured'}
                onClick={() => void check.run()}
              >
                Check now
              </Button>
            )}
          </Group>
        )}
        <WeatherNotes system={system} />
        {Object.keys(settings).length > 0 && (
          <Facts
            facts={Object.fromEntries(
              Object.entries(settings).map(([key, value]) => [formatIdentifier(key).replace(/\burl\b/i, 'URL'), settingText(value)]),
            )}
          />
        )}
        <SystemParts system={system} presets={presets} mayChange={mayChange} onChange={onChange} reload={reload} />
      </Stack>
    </Panel>
  )
}

/** What a provider wants to be used, where it has weather, and what it never has. */
function WeatherNotes({ system: { status, weather } }: { readonly system: System }) {
  if (weather === null) return null
  const { coverage, lacks, reason } = weather
  const lacking = describeMissingData(lacks)
  return (
    <Soft>
      {status === 'not_configured' && reason !== null && `Not in use: ${reason}. `}
      Has weather {describeRegion(coverage === 'global' ? null : coverage)}.{lacking !== null && ` Lacks ${lacking}.`}
    </Soft>
  )
}

function settingText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
