import { roundHalfAway } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { buildAdminRoute } from '../../../admin/access/index.ts'
import type { Foundation } from '../../../foundation.ts'
import { buildErrorResponses, buildNullableNumberSchema, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { toUtcDay } from '../../../time.ts'
import type { GainStore } from './gain-store.ts'
import { findFirstGainDay, GAIN_DAYS, judgeGains } from './gains.ts'

const Day = (description: string) => buildNullableSchema(Type.String({ format: 'date' }), description)

const SourceGain = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    firstDay: Day('The first of the days (UTC)'),
    lastDay: Day('The last of them'),
    days: Type.Integer({ minimum: 0, description: 'Days with cases' }),
    missingDays: Type.Integer({ minimum: 0, description: 'Days that are missing until it can be judged' }),
    places: Type.Integer({ minimum: 0, description: 'Places with cases, on the day that had most' }),
    cases: Type.Integer({
      minimum: 0,
      description:
        'Hours that this source and another had forecast, and a station measured, each once in up to six bands of lead time (to 168 h)',
    }),
    error: buildNullableNumberSchema(
      'Mean absolute error of the blended temperature, as it was issued, in K. Null while there are too few days',
    ),
    errorWithout: buildNullableNumberSchema('The same of what the blend would have been without the source, on the same hours'),
    worse: buildNullableSchema(
      Type.Object({
        value: Type.Number({ description: 'By what share the error would be larger without it; below 0: smaller' }),
        low: buildNullableNumberSchema('Lower end of its 95 % interval'),
        high: buildNullableNumberSchema('Upper end'),
      }),
      'How much worse the blend would be; null while there are too few days',
    ),
    isDecided: Type.Boolean({ description: 'Whether the interval excludes 0' }),
  },
  { title: 'SourceGain' },
)

const GainsAnswer = Type.Object(
  {
    period: Type.Integer({ description: 'Days that count, up to the newest' }),
    simulated: Type.Boolean({ description: 'Whether this is simulated weather' }),
    items: Type.Array(SourceGain, { description: 'The source that would be missed most first' }),
  },
  { title: 'SourceGains' },
)

const EXAMPLE = {
  period: GAIN_DAYS,
  simulated: false,
  items: [
    {
      source: 'met-norway',
      firstDay: '2026-09-22',
      lastDay: '2026-11-19',
      days: 58,
      missingDays: 0,
      places: 412,
      cases: 1_104_302,
      error: 1.21,
      errorWithout: 1.26,
      worse: { value: 0.041, low: 0.022, high: 0.061 },
      isDecided: true,
    },
  ],
} satisfies Static<typeof GainsAnswer>

/** GET /api/admin/blend/gains */
export function registerBlendAdmin(app: HttpServer, { clock }: Pick<Foundation, 'clock'>, gains: Pick<GainStore, 'list'>): void {
  app.get(
    '/api/admin/blend/gains',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'listSourceGains',
        tags: ['Admin: connections'],
        summary: 'Get what each source adds to the blend',
        description:
          'How much worse blended temperatures would be without it, by what was issued for the same hours and measured since, over all places that learn, whether or not the blend is on there. Without a source, the others share its weight.',
        response: { 200: { ...GainsAnswer, examples: [EXAMPLE] }, ...buildErrorResponses([]) },
      },
    },
    async () => {
      const { simulated, days } = await gains.list(toUtcDay(findFirstGainDay(clock.now())))
      return { period: GAIN_DAYS, simulated, items: judgeGains(days).map(roundGain) }
    },
  )
}

function roundGain({ error, errorWithout, worse, ...rest }: ReturnType<typeof judgeGains>[number]) {
  return {
    ...rest,
    error: round(error),
    errorWithout: round(errorWithout),
    worse: worse && { value: roundHalfAway(worse.value, 4), low: round(worse.low), high: round(worse.high) },
  }
}

function round(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 4)
}
