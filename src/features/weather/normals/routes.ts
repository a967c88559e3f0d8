import type { Attribution } from '@isobar/providers/port'
import { DAYS_OF_YEAR, type Normals, type UnitSystem, getDayOfYear, getUnitWriter, roundHalfAway, toMonthDay } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { Coordinates, buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { SCOPE_PAYLOADS, Units } from '../forecast/index.ts'
import { markSimulatedCredit } from '../place-weather/index.ts'
import type { StoredNormals } from './store.ts'

interface Needs {
  /** Null: not known yet. */
  readonly find: (lat: number, lon: number) => Promise<StoredNormals | null>
  readonly isOn: () => boolean
  readonly attributionOf: (source: string) => Attribution
}

const DATE = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

const Query = Type.Object({
  ...Coordinates,
  date: Type.Optional(
    Type.String({ pattern: DATE, description: 'Only the normals of this calendar day, of whatever year', examples: ['2026-11-26'] }),
  ),
  units: Type.Optional(Units),
})
type Query = Static<typeof Query>

const NormalDay = Type.Object(
  {
    monthDay: Type.String({ description: 'Month and day', examples: ['11-26'] }),
    temperatureMin: Type.Number({ description: 'Mean of the lowest temperatures of the days within a week of it; unit: temperature' }),
    temperatureMax: Type.Number({ description: 'Mean of their highest temperatures; unit: temperature' }),
    temperatureMinTenth: Type.Number({ description: 'The lowest temperature of one day in ten is below; unit: temperature' }),
    temperatureMaxTenth: Type.Number({ description: 'The highest temperature of one day in ten is above; unit: temperature' }),
    precipitation: Type.Number({ description: 'Mean amount of a day; unit: precipitation' }),
  },
  { title: 'NormalDay' },
)

const Answer = Type.Object(
  {
    lat: Coordinates.lat,
    lon: Coordinates.lon,
    state: Type.Enum(['known', 'pending', 'off'], {
      description: '`pending`: not known yet; asking makes it known some time later. `off`: this service does not fetch normals',
    }),
    period: Type.Union([Type.String(), Type.Null()], { description: 'Years of the record', examples: ['1991-2020'] }),
    units: SCOPE_PAYLOADS.current.properties.units,
    days: Type.Array(NormalDay, { description: 'From 1 January to 31 December, 29 February included. Empty unless `known`' }),
    attribution: Type.Union(
      [Type.Object({ name: Type.String(), text: Type.String(), url: Type.String(), license: Type.String() }), Type.Null()],
      { description: 'Credit to show with the values' },
    ),
  },
  { title: 'Normals' },
)

const EXAMPLE: Static<typeof Answer> = {
  lat: 52.52,
  lon: 13.41,
  state: 'known',
  period: '1991-2020',
  units: getUnitWriter('metric').labels,
  days: [
    {
      monthDay: '11-26',
      temperatureMin: 1.6,
      temperatureMax: 6.1,
      temperatureMinTenth: -3.2,
      temperatureMaxTenth: 10.8,
      precipitation: 1.5,
    },
  ],
  attribution: {
    name: 'Open-Meteo',
    text: 'Weather data by Open-Meteo.com. Normals from ERA5, Copernicus Climate Change Service',
    url: 'https://open-meteo.com/',
    license: 'CC BY 4.0',
  },
}

/** Thirty years do not change in a day; a place that is pending may be known within minutes. */
const [KNOWN_SECONDS, PENDING_SECONDS] = [86_400, 600]

/** GET /api/normals */
export function registerNormals(app: HttpServer, { limiter }: Foundation, { find, isOn, attributionOf }: Needs): void {
  app.get(
    '/api/normals',
    {
      config: { crossOrigin: true, clientScope: 'history' },
      schema: {
        operationId: 'getNormals',
        tags: ['Weather'],
        summary: 'Get what is usual at a point, by the day of the year',
        description:
          '30-year normals of temperature and precipitation. They are fetched in the background, a few places a day and those asked for most first, and kept; no request waits for a provider.',
        querystring: Query,
        response: {
          200: { description: 'The normals', content: { 'application/json': { schema: Answer, example: EXAMPLE } } },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'weather'),
    },
    async (request, reply) => {
      const { lat, lon, date, units = 'metric' }: Query = request.query
      const index = date === undefined ? undefined : getDayOfYear(date)
      if (date !== undefined && toMonthDay(index ?? 0) !== date.slice(5))
        throw buildInvalidFieldError('date', 'is not a day of the calendar')
      const stored = isOn() ? await found(find, lat, lon) : null
      const answer: Static<typeof Answer> = {
        lat,
        lon,
        state: stored !== null ? 'known' : isOn() ? 'pending' : 'off',
        period: stored?.period ?? null,
        units: getUnitWriter(units).labels,
        days: stored === null ? [] : daysOf(stored.normals, index, units),
        attribution: stored && normalsCredit(stored, attributionOf),
      }
      reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds: stored === null ? PENDING_SECONDS : KNOWN_SECONDS }))
      return sendJson(request, reply, JSON.stringify(answer))
    },
  )
}

async function found(find: Needs['find'], lat: number, lon: number): Promise<StoredNormals | null> {
  try {
    return await find(lat, lon)
  } catch (cause) {
    throw new AppError('service_unavailable', 'The normals cannot be read right now.', { cause, retryAfterSeconds: 5 })
  }
}

/** All days, or one of them. */
function daysOf(normals: Normals, only: number | undefined, units: UnitSystem): Static<typeof NormalDay>[] {
  const writer = getUnitWriter(units)
  const amountDecimals = writer.labels.precipitation === 'in' ? 2 : 1
  const indexes = only === undefined ? Array.from({ length: DAYS_OF_YEAR }, (_, index) => index) : [only]
  return indexes.map((index) => {
    const temperature = (name: Exclude<keyof Normals, 'precipitation'>) =>
      roundHalfAway(writer.temperature(normals[name][index] ?? null) ?? 0, 1)
    return {
      monthDay: toMonthDay(index),
      temperatureMin: temperature('temperatureMin'),
      temperatureMax: temperature('temperatureMax'),
      temperatureMinTenth: temperature('temperatureMinTenth'),
      temperatureMaxTenth: temperature('temperatureMaxTenth'),
      precipitation: roundHalfAway(writer.precipitation(normals.precipitation[index] ?? null) ?? 0, amountDecimals),
    }
  })
}

/** The provider's credit, with that of the record behind it. */
function normalsCredit({ source, simulated }: StoredNormals, attributionOf: Needs['attributionOf']) {
  const { name, text, url, license } = attributionOf(source)
  return markSimulatedCredit({ name, text: `${text}. Normals from ERA5, Copernicus Climate Change Service`, url, license }, simulated)
}
