import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { BUDGET_STATUSES } from '../../../gateway/index.ts'
import { Instant, buildNullableSchema, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { SYSTEM_STATUSES } from '../connections/index.ts'
import { JOB_NAMES, RUN_STATUSES } from '../jobs/index.ts'
import type { Facts } from './facts.ts'
import type { StoredTrouble } from './trouble-store.ts'
import { SEVERITIES, type Trouble, TROUBLE_KINDS } from './trouble.ts'
import type { State } from './watch.ts'

const shared = {
  key: Type.String({ description: 'What is in trouble, the same from beginning to end' }),
  kind: Type.Enum([...TROUBLE_KINDS]),
  severity: Type.Enum([...SEVERITIES], {
    description: '`bad`: people notice, or data may be lost; `notice`: it comes to that unless somebody acts',
  }),
  title: Type.String(),
  meaning: Type.String({ description: 'What it means, in plain words' }),
  action: Type.String({ description: 'What to do' }),
  link: Type.String({ description: 'The page of the back office that helps' }),
  beganAt: Instant,
}

const Queue = {
  waiting: Type.Integer({ minimum: 0 }),
  oldestDueSeconds: Type.Number({ minimum: 0, description: 'How long the oldest due one has been due; 0: none is' }),
}

const FactsShown = Type.Object(
  {
    node: Type.String({ description: 'The host that looked' }),
    systems: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: Type.String(),
        status: Type.Enum([...SYSTEM_STATUSES]),
        message: Type.String(),
        checkedAt: NullableInstant,
        latencyMs: buildNullableSchema(Type.Number()),
        position: buildNullableSchema(Type.Integer(), 'Among the providers of weather; null: not asked for weather'),
      }),
      { description: 'Outside systems that are in use' },
    ),
    budgets: Type.Array(
      Type.Object({
        provider: Type.String({ description: 'Its id, as in `systems`' }),
        source: Type.String(),
        account: Type.String(),
        windowSeconds: Type.Integer(),
        limit: Type.Number(),
        used: Type.Number(),
        status: Type.Enum([...BUDGET_STATUSES]),
        resetsAt: Instant,
        lastsUntil: buildNullableSchema(Instant, 'When it is spent at the present pace; null: not before it resets'),
      }),
    ),
    mail: Type.Object({ ...Queue, settledToday: Type.Integer(), failedToday: Type.Integer() }),
    webhooks: Type.Object({ ...Queue, deadToday: Type.Integer() }),
    jobs: Type.Array(
      Type.Object({
        job: Type.Enum([...JOB_NAMES]),
        status: buildNullableSchema(Type.Enum([...RUN_STATUSES]), 'Of the last run; null: none in 90 days'),
        startedAt: NullableInstant,
        dueSince: buildNullableSchema(Instant, 'A scheduled run did not happen; null: none is due'),
      }),
    ),
    disks: Type.Array(Type.Object({ folder: Type.String(), freeBytes: Type.Integer(), totalBytes: Type.Integer() })),
    backups: Type.Object({
      isScheduled: Type.Boolean(),
      lastAt: NullableInstant,
      testedAt: buildNullableSchema(Instant, 'When one was last restored for a test; null: never'),
      testIsOk: buildNullableSchema(Type.Boolean()),
    }),
    certificates: Type.Array(Type.Object({ feed: Type.String(), endsAt: Instant }), {
      description: 'Of warning feeds that operators added',
    }),
  },
  { title: 'ServiceFacts' },
)

export const StateAnswer = Type.Object(
  {
    troubles: Type.Array(Type.Object(shared, { title: 'Trouble' }), { description: 'The worst first; empty: all is well' }),
    facts: buildNullableSchema(FactsShown, 'Null: the service could not be looked at'),
  },
  { title: 'ServiceState' },
)
type StateAnswer = Static<typeof StateAnswer>

export const TroubleItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    ...shared,
    endedAt: buildNullableSchema(Instant, 'Null: it goes on'),
    noticedAt: buildNullableSchema(Instant, 'When operators were told; null: it was over before'),
  },
  { title: 'PastTrouble' },
)

const TROUBLE: Trouble = {
  key: 'source openweather',
  kind: 'source',
  severity: 'notice',
  title: 'OpenWeather is failing: Timed out',
  meaning: 'Its share is asked of Open-Meteo instead.',
  action: 'Check OpenWeather on the page Connections; its key and its limits are there, too.',
  link: '/admin/connections',
}

export const TROUBLE_EXAMPLE: Static<typeof TroubleItem> = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  ...TROUBLE,
  beganAt: '2026-11-21T03:00:00Z',
  endedAt: '2026-11-21T03:41:00Z',
  noticedAt: '2026-11-21T03:10:00Z',
}

export const STATE_EXAMPLE: StateAnswer = {
  troubles: [{ ...TROUBLE, beganAt: '2026-11-21T03:00:00Z' }],
  facts: {
    node: 'weather-1',
    systems: [
      {
        id: 'openweather',
        name: 'OpenWeather',
        kind: 'weather_provider',
        status: 'failing',
        message: 'Timed out',
        checkedAt: '2026-11-21T03:00:00Z',
        latencyMs: 5_000,
        position: 1,
      },
    ],
    budgets: [
      {
        provider: 'openweather',
        source: 'OpenWeather',
        account: 'openweather/onecall',
        windowSeconds: 86_400,
        limit: 1_000,
        used: 812,
        status: 'warning',
        resetsAt: '2026-11-22T00:00:00Z',
        lastsUntil: '2026-11-21T21:40:00Z',
      },
    ],
    mail: { waiting: 2, oldestDueSeconds: 0, settledToday: 410, failedToday: 1 },
    webhooks: { waiting: 0, oldestDueSeconds: 0, deadToday: 0 },
    jobs: [{ job: 'weather-alerts', status: 'completed', startedAt: '2026-11-21T03:00:00Z', dueSince: null }],
    disks: [{ folder: '/var/lib/isobar', freeBytes: 48_318_382_080, totalBytes: 107_374_182_400 }],
    backups: { isScheduled: true, lastAt: '2026-11-21T03:00:00Z', testedAt: '2026-11-21T03:00:41Z', testIsOk: true },
    certificates: [{ feed: 'MeteoSwiss', endsAt: '2027-02-01T00:00:00Z' }],
  },
}

/** The state as the API returns it: instants in ISO 8601. */
export function toStateAnswer({ facts, troubles }: State): StateAnswer {
  return {
    troubles: troubles.map(({ beganAt, ...trouble }) => ({ ...trouble, beganAt: formatInstant(beganAt) })),
    facts: facts && factsShown(facts),
  }
}

function factsShown({ node, systems, budgets, mail, webhooks, jobs, disks, backups, certificates }: Facts): StateAnswer['facts'] {
  return {
    node,
    systems: systems
      .filter(({ isUsed }) => isUsed)
      .map(({ isUsed: _isUsed, checkedAt, ...system }) => ({ ...system, checkedAt: formatOptionalInstant(checkedAt) })),
    budgets: budgets.map(({ resetsAt, lastsUntil, ...budget }) => ({
      ...budget,
      resetsAt: formatInstant(resetsAt),
      lastsUntil: formatOptionalInstant(lastsUntil),
    })),
    mail,
    webhooks,
    jobs: jobs.map(({ job, last, dueSince }) => ({
      job,
      status: last?.status ?? null,
      startedAt: formatOptionalInstant(last?.startedAt ?? null),
      dueSince: formatOptionalInstant(dueSince),
    })),
    disks: [...disks],
    backups: {
      isScheduled: backups.isScheduled,
      lastAt: formatOptionalInstant(backups.lastAt),
      testedAt: formatOptionalInstant(backups.test?.at ?? null),
      testIsOk: backups.test?.ok ?? null,
    },
    certificates: certificates.map(({ feed, endsAt }) => ({ feed, endsAt: formatInstant(endsAt) })),
  }
}

/** A trouble as the API shows it, its instants as text. */
export function toTroubleItem({ seenAt: _seenAt, beganAt, endedAt, noticedAt, ...trouble }: StoredTrouble): Static<typeof TroubleItem> {
  return {
    ...trouble,
    beganAt: formatInstant(beganAt),
    endedAt: formatOptionalInstant(endedAt),
    noticedAt: formatOptionalInstant(noticedAt),
  }
}
