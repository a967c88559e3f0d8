import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ForecastMatch, WarningMatch } from './emails/weather-alert/data.ts'
import { samples } from './emails/weather-alert/samples.ts'
import { messageOf } from './webhook-message.ts'

const matches = samples.flatMap(({ data }) => data.matches)
const official = matches.find((match) => match.kind === 'official') as WarningMatch
const forecast = matches.find((match) => match.kind === 'forecast') as ForecastMatch

it('a message about a warning names its alert, and the former end only if it was extended', () => {
  const text = { description: 'Take cover.', instruction: null, areas: ['Murray, OK'] }
  const { type, event } = messageOf({ ...official, stage: 'new' }, 'event-1', text)
  const { id, alertPath, description, areas } = event as Record<string, unknown>
  assert.deepEqual(
    [type, id, alertPath, description, areas],
    ['warning.new', 'event-1', `/api/alerts/${official.alertId}`, 'Take cover.', ['Murray, OK']],
  )
  assert.ok(!('previousEnd' in event))
  const previousEnd = '2026-11-24T21:00:00Z'
  const extended = messageOf({ ...official, stage: 'extended', previousEnd }, 'event-1', undefined)
  assert.deepEqual([extended.type, (extended.event as typeof official).previousEnd], ['warning.extended', previousEnd])
  assert.deepEqual([(extended.event as { areas: unknown }).areas, (extended.event as { description: unknown }).description], [[], ''])
})

it('a message about a forecast has its threshold, and is never taken for a warning', () => {
  const { type, event } = messageOf({ ...forecast, stage: 'cancelled' }, 'event-2', undefined)
  assert.deepEqual([type, (event as { hazard: string }).hazard], ['threshold.cancelled', forecast.hazard])
  assert.ok(!('alertPath' in event))
})
