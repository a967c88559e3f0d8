import { type Static, Type } from 'typebox'
import { Instant } from '../../../platform/http/schema/schemas.ts'
import { MAIL_JOB_NAMES, MAX_PREVIEW } from './job.ts'

export const CronQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Enum(['1', '0', 'true', 'false'], {
      default: '0',
      description: '`1`: only reports what would be sent; writes no mails and no state, only the run itself, and calls no provider',
    }),
  ),
})
export type CronQuery = Static<typeof CronQuery>

const count = (description: string) => Type.Integer({ minimum: 0, description })

const run = {
  job: Type.Enum([...MAIL_JOB_NAMES]),
  runId: Type.String({ format: 'uuid', description: 'ID of the run; of the run in progress if the status is `already_running`' }),
  status: Type.Enum(['completed', 'partial', 'already_running'], {
    description: '`partial`: something failed and is retried with the next call; `already_running`: the counts so far',
  }),
  startedAt: Instant,
  finishedAt: Type.Union([Instant, Type.Null()], { description: 'Null while it runs' }),
  subscriptions: count('Active, confirmed subscriptions checked'),
}

const mails = {
  enqueued: count('Emails queued by this run; for a dry run, those a real run would queue'),
  sent: count('Of these, sent before this response; the rest is still queued. 0 for a dry run'),
}

const dry = {
  dryRun: Type.Optional(Type.Literal(true)),
  preview: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      maxItems: MAX_PREVIEW,
      description: 'With `dryRun`: the first mails that would go out, addresses masked',
    }),
  ),
}

export const WeeklyDigestsAnswer = Type.Object(
  {
    ...run,
    recipients: count('Distinct addresses'),
    cities: count('Distinct places with anything due'),
    ...mails,
    skipped: count('Addresses with nothing due or on the suppression list'),
    failed: count('Addresses without weather for any place, retried with the next call, and rejected emails'),
    ...dry,
  },
  { title: 'WeeklyDigestsRun' },
)

export const WeatherAlertsAnswer = Type.Object(
  {
    ...run,
    cells: count('Distinct places'),
    sources: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })), {
      description: 'Results by provider id: places by outcome (`ok`, `failed` …); for a dry run `due`: a real run would call it',
    }),
    matches: count('Hazards to send to subscribers'),
    ...mails,
    webhooks: Type.Optional(count('Messages queued to webhooks')),
    pushes: Type.Optional(count('Notifications queued to browsers')),
    suppressed: count('Of `enqueued`, emails to addresses on the suppression list'),
    failed: count('Places that could not be checked, and rejected emails'),
    ...dry,
  },
  { title: 'WeatherAlertsRun', additionalProperties: true },
)

export const WEEKLY_DIGESTS_EXAMPLE: Static<typeof WeeklyDigestsAnswer> = {
  job: 'weekly-digests',
  runId: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  status: 'completed',
  startedAt: '2026-11-23T06:00:00Z',
  finishedAt: '2026-11-23T06:00:04Z',
  subscriptions: 120,
  recipients: 90,
  cities: 34,
  enqueued: 89,
  sent: 89,
  skipped: 1,
  failed: 0,
}

export const WEATHER_ALERTS_EXAMPLE: Static<typeof WeatherAlertsAnswer> = {
  job: 'weather-alerts',
  runId: '7d1f0c1e-93a5-4ac7-8a8e-51f5b0a7c2d4',
  status: 'completed',
  startedAt: '2026-11-23T06:15:00Z',
  finishedAt: '2026-11-23T06:15:02Z',
  subscriptions: 210,
  cells: 41,
  sources: { openweather: { ok: 41, failed: 0 }, 'open-meteo': { ok: 41, failed: 0 }, nws: { ok: 12, failed: 0 } },
  matches: 3,
  enqueued: 3,
  sent: 3,
  suppressed: 0,
  failed: 0,
}
