import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ForecastMatch, WarningMatch } from './emails/weather-alert/data.ts'
import { samples } from './emails/weather-alert/samples.ts'
import { buildWebhookMessage } from './webhook-message.ts'

const matches = samples.flatMap(({ data }) => data.matches)
const official = matches.find((match) => match.kind === 'official') as WarningMatch
const forecast = matches.find((match) => match.kind === 'forecast') as ForecastMatch

it('a message about a warning names its alert, and the former end only if it was extended', () => {
  const text = { description: 'Take cover.', instruction: null, areas: ['Murray, OK'] }
  const { type, event } = buildWebhookMessage({ ...official, stage: 'new' }, 'event-1', text)
  const { id, alertPath, description, areas } = event as Record<string, unknown>
  assert.deepEqual(
    { type, id, alertPath, description, areas },
    { type: 'warning.new', id: 'event-1', alertPath: `/api/alerts/${official.alertId}`, description: 'Take cover.', areas: ['Murray, OK'] },
  )
  assert.ok(!('previousEnd' in event))
  const previousEnd = '2026-11-24T21:00:00Z'
  const extended = buildWebhookMessage({ ...official, stage: 'extended', previousEnd }, 'event-1', undefined)
  assert.deepEqual(
    { type: extended.type, previousEnd: (extended.event as typeof official).previousEnd },
    { type: 'warning.extended', previousEnd },
  )
  assert.deepEqual(
    { areas: (extended.event as { areas: unknown }).areas, description: (extended.event as { description: unknown }).description },
    { areas: [], description: '' },
  )
})

it('a message about a forecast has its threshold, and is never taken for a warning', () => {
  const { type, event } = buildWebhookMessage({ ...forecast, stage: 'cancelled' }, 'event-2', undefined)
  assert.deepEqual({ type, hazard: (event as { hazard: string }).hazard }, { type: 'threshold.cancelled', hazard: forecast.hazard })
  assert.ok(!('alertPath' in event) && !('minProbability' in event))
  const likely = buildWebhookMessage({ ...forecast, hazard: 'rain', minProbability: 0.6 }, 'event-3', undefined)
  assert.equal((likely.event as typeof forecast).minProbability, 0.6)
})
