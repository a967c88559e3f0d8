import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { SystemParts } from '../connections/system-parts.tsx'
import { SystemStatus } from '../connections/system-status.tsx'
import type { System, Systems } from '../connections/system.ts'
import { useAction } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { Note } from '../kit/notes.tsx'
import { formatDuration } from '../kit/words.ts'
import type { Config } from '../settings/unit.ts'

export interface SystemsProps {
  readonly systems: Systems
  change(by: (was: Systems) => Systems): Promise<void>
  reload(): Promise<void>
}

interface Props extends SystemsProps {
  /** The providers in their order, as in WEATHER_PROVIDERS. */
  readonly providers: string
  onOrdered(config: Config): unknown
}

/** Puts the state of one system into the list. */
export const replaced =
  (system: System) =>
  (was: Systems): Systems => ({ ...was, items: was.items.map((each) => (each.id === system.id ? system : each)) })

/** Where the weather comes from: without a key, or from a provider whose key is entered here; tried out by a real call. */
export function WeatherStep({ systems, change, reload, providers, onOrdered }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const askFirst = useAction(
    (id: string) => {
      const others = providers.split(',').filter((entry) => entry.split('@')[0]?.trim() !== id)
      return api.patch('/api/admin/config', { body: { weatherProviders: [id, ...others].join(',') } })
    },
    { onDone: (config) => Promise.all([onOrdered(config), reload()]) },
  )
  const put = (system: System) => void change(replaced(system))
  const used = systems.items.filter(({ weather }) => typeof weather?.position === 'number')
  const [first] = used
  const keyed = systems.items.filter(({ id, weather, settings }) => weather !== null && (id === 'openweather' || 'hasKey' in settings))
  const provider = keyed.find(({ id }) => id === chosen)
  return (
    <Stack gap="md">
      {first === undefined ? (
        <Note tone="bad">
          No provider is in use. Enter the key of one, or start the service with WEATHER_PROVIDERS=open-meteo, which needs none.
        </Note>
      ) : (
        <Tried system={first} others={used.slice(1)} onChange={put} />
      )}
      <Select
        label="A provider with a key"
        description="Optional. Open-Meteo and the weather services of Norway, Germany and the United States need none; keys bring map tiles, minutes or more calls."
        placeholder="Choose a provider"
        clearable
        data={keyed.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      {provider !== undefined && (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm">
              {provider.status === 'not_configured' && provider.weather !== null && provider.weather.reason !== null
                ? `Not asked yet: ${provider.weather.reason}.`
                : provider.message}
            </Text>
            <SystemStatus status={provider.status} />
          </Group>
          {provider.status !== 'not_configured' && provider.weather?.position === null && (
            <Soft>Not asked yet: {provider.weather.reason}.</Soft>
          )}
          {provider.settings['hasKey'] === true && provider.id !== first?.id && (
            <Group justify="flex-end">
              <Button size="xs" loading={askFirst.isBusy} onClick={() => void askFirst.run(provider.id)}>
                Ask {provider.name} first
              </Button>
            </Group>
          )}
          <SystemParts key={provider.id} system={provider} presets={systems.smtpPresets} mayChange onChange={put} reload={reload} />
        </Stack>
      )}
      <Group justify="flex-end">
        <Button size="xs" variant="default" component={Link} to="/admin/connections">
          Order, regions and limits
        </Button>
      </Group>
    </Stack>
  )
}

interface TriedProps {
  readonly system: System
  /** Asked after it. */
  readonly others: readonly System[]
  onChange(system: System): void
}

function Tried({ system, others, onChange }: TriedProps) {
  const { id, name, status, message, latencyMs, settings } = system
  const test = useAction(() => api.patch('/api/admin/connections', { body: { id, check: true } }), { onDone: onChange })
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          <strong>{name}</strong> is asked first{settings['hasKey'] === false && ', without a key'}.
          {others.length > 0 && ` Then: ${others.map((each) => each.name).join(', ')}.`}
        </Text>
        <Button size="xs" flex="none" loading={test.isBusy} onClick={() => void test.run()}>
          Try it
        </Button>
      </Group>
      <Group gap="xs" role="status">
        <SystemStatus status={status} />
        <Text size="sm">
          {message}
          {latencyMs !== null && ` (${formatDuration(latencyMs)})`}
        </Text>
      </Group>
    </Stack>
  )
}
