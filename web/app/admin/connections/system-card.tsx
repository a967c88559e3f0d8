import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/action.tsx'
import { Facts } from '../kit/facts.tsx'
import { useMe } from '../kit/me.ts'
import { Moment } from '../kit/moment.tsx'
import { Panel } from '../kit/panel.tsx'
import { duration, spoken } from '../kit/words.ts'
import { SystemParts } from './system-parts.tsx'
import { SystemStatus } from './system-status.tsx'
import type { SmtpPreset, System } from './system.ts'

interface Props {
  readonly system: System
  readonly presets: readonly SmtpPreset[]
  /** Part of a check of all systems that is in progress. */
  readonly isChecking: boolean
  onChange(system: System): void
  reload(): Promise<void>
}

/** One external system: its state, its switch, its settings. */
export function SystemCard({ system, presets, isChecking, onChange, reload }: Props) {
  const { id, name, status, enabled, checkedAt, latencyMs, message, settings, version } = system
  const mayChange = useMe().may('owner')
  const change = useAction(
    (body: { enabled?: boolean; check?: boolean }) => api.patch('/api/admin/connections', { body: { id, version, ...body } }),
    { reload },
  )
  const check = useAction(() => api.patch('/api/admin/connections', { body: { id, check: true } }))
  const take = (answer: System | undefined) => {
    if (answer !== undefined) onChange(answer)
  }
  return (
    <Panel
      title={name}
      description={message}
      actions={
        <Group gap="sm" wrap="nowrap">
          <SystemStatus status={status} />
          {mayChange && (
            <Switch
              aria-label={`Enable ${name}`}
              checked={enabled}
              disabled={change.isBusy}
              onChange={async ({ currentTarget }) => take(await change.run({ enabled: currentTarget.checked }))}
            />
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <Group justify={checkedAt === null ? 'flex-end' : 'space-between'}>
          {checkedAt !== null && (
            <Text size="sm" c="dimmed">
              Checked <Moment at={checkedAt} />
              {latencyMs !== null && ` (${duration(latencyMs)})`}
            </Text>
          )}
          {mayChange && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Check now: ${name}`}
              loading={check.isBusy || isChecking}
              disabled={status === 'disabled' || status === 'not_configured'}
              onClick={async () => take(await check.run())}
            >
              Check now
            </Button>
          )}
        </Group>
        {Object.keys(settings).length > 0 && (
          <Facts facts={Object.entries(settings).map(([key, value]) => [spoken(key).replace(/\burl\b/i, 'URL'), settingText(value)])} />
        )}
        <SystemParts system={system} presets={presets} mayChange={mayChange} onChange={onChange} reload={reload} />
      </Stack>
    </Panel>
  )
}

function settingText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
