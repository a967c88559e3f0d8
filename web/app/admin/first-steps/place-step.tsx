import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { type Suggestion, buildSuggestions } from '../../components/search/suggestion.ts'
import { WeatherIcon } from '../../components/weather-icon.tsx'
import { writeCityPath, parsePlaceAddress } from '../../visit/city-path.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { useApiForm } from '../kit/form.ts'
import { FailureNote, FormFailure, Note } from '../kit/notes.tsx'
import { capitaliseText } from '../kit/words.ts'
import type { Config } from '../settings/unit.ts'

interface Props {
  readonly config: Config
  onSaved(config: Config): unknown
}

/** `/weather/{address}` */
const addressOf = (place: Parameters<typeof writeCityPath>[0]): string => decodeURIComponent(writeCityPath(place).slice('/weather/'.length))

/** The place that the front page shows to visitors whose own is unknown, found by name, with its weather at once. */
export function PlaceStep({ config, onSaved }: Props) {
  const [found, setFound] = useState<readonly Suggestion[]>()
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: { q: '' } },
    ({ q }) => api.get('/api/geocode', { query: { q: q.trim() } }),
    { isQuiet: true, onDone: (places) => setFound(buildSuggestions(places, 'en')) },
  )
  const choose = useAction((place: Suggestion) => api.patch('/api/admin/config', { body: { frontPlace: addressOf(place) } }), {
    done: 'The front page shows this place now',
    onDone(next) {
      setFound(undefined)
      form.reset()
      return onSaved(next)
    },
  })
  const place = parsePlaceAddress(config.settings.frontPlace ?? '')
  return (
    <Stack gap="md">
      {place !== null && <WeatherThere key={config.settings.frontPlace} {...place} />}
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <FormFailure failure={failure} />
          <Group align="flex-end" gap="xs">
            <TextInput
              label={place === null ? 'Find a place' : 'Find another place'}
              description="Visitors whose own place is unknown see it on the front page"
              flex="1 1 14rem"
              required
              maxLength={100}
              {...field('q')}
            />
            <Button type="submit" variant="default" loading={isBusy}>
              Search
            </Button>
          </Group>
        </Stack>
      </form>
      {found !== undefined && (
        <Group gap="xs" role="group" aria-label="Places found">
          {found.map((each) => (
            <Button key={each.path} size="xs" variant="default" loading={choose.isBusy} onClick={() => void choose.run(each)}>
              {[each.name, each.where].filter((word) => word !== '').join(', ')}
            </Button>
          ))}
          {found.length === 0 && (
            <Note tone="quiet" isNews>
              No place is called so.
            </Note>
          )}
        </Group>
      )}
    </Stack>
  )
}

function WeatherThere({ name, lat, lon }: { readonly name: string; readonly lat: number; readonly lon: number }) {
  const path = writeCityPath({ name, lat, lon })
  const { data, failure, reload } = useAnswer(`first steps: weather ${path}`, () =>
    api.get('/api/weather', { query: { lat, lon, scope: 'current' } }),
  )
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
  if (data === undefined || !('temperature' in data)) return null
  const { temperature, description, icon, attribution } = data
  return (
    <Group gap="sm" role="status" wrap="nowrap">
      <WeatherIcon name={icon} size={40} />
      <Text size="sm">
        {name.split('-').map(capitaliseText).join(' ')}: <strong>{temperature === null ? '–' : `${Math.round(temperature)} °C`}</strong>,{' '}
        {description}. Source: {attribution?.text ?? 'unknown'}.{' '}
        <Anchor href={path} target="_blank" rel="noreferrer" inherit underline="always">
          Its page
        </Anchor>
      </Text>
    </Group>
  )
}
