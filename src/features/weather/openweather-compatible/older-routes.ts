import { toCell } from '@isobar/weather'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { Coordinates, Latitude, Longitude } from '../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { PlaceWeather, PlaceWeatherService } from '../place-weather/index.ts'
import { GEONAMES_CREDIT } from '../places/index.ts'
import { createCityNotFoundError, NOTHING_TO_GEOCODE } from './errors.ts'
import { FOUND_EXAMPLE, GROUP_EXAMPLE, UV_EXAMPLE } from './examples.ts'
import { parseCountParameter, parseLanguageParameter } from './parameters.ts'
import type { TownReader } from './requested-towns.ts'
import { addResource, Lang, Units } from './resource.ts'
import { TownMatches, TownGroup, UvIndex } from './schemas.ts'
import { writeTownMatches, writeTownGroup } from './town-lists.ts'
import type { TownFinder } from './towns.ts'
import { listUvIndices } from './uv-index.ts'

/** Of `/group`, as theirs has. */
const MAX_IDS = 20
/** Of `/find`: as many as the search of this service finds. */
const MAX_FOUND = 5
const MAX_UV_DAYS = 8

const GroupQuery = Type.Object({
  id: Type.Optional(
    Type.String({ maxLength: 400, description: `GeoNames ids of at most ${MAX_IDS} towns`, examples: ['2950159,2643743'] }),
  ),
  units: Units,
  lang: Lang,
})
const FindQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 400, description: '`city,state,country`', examples: ['Berlin'] })),
  lat: Type.Optional(Latitude),
  lon: Type.Optional(Longitude),
  cnt: Type.Optional(Type.String({ description: `Maximum number of towns, 1 to ${MAX_FOUND}` })),
  units: Units,
  lang: Lang,
})
const UvQuery = Type.Object({
  ...Coordinates,
  cnt: Type.Optional(Type.String({ description: `Days of the forecast, 1 to ${MAX_UV_DAYS}` })),
})

/** GET /data/2.5/group, /find, /uvi and /uvi/forecast, which OpenWeather no longer documents, and programs still ask for */
export function registerOlder(
  app: HttpServer,
  { clientHash }: Foundation,
  placeWeather: Pick<PlaceWeatherService, 'answers'>,
  reader: TownReader,
  towns: TownFinder,
): void {
  addResource(app, placeWeather, {
    path: '/data/2.5/group',
    operationId: 'openWeatherGroup',
    summary: 'Current weather of several towns',
    description: 'As the group of the API 2.5. Unknown ids are left out.',
    query: GroupQuery,
    answer: TownGroup,
    example: GROUP_EXAMPLE,
    read: async (query, request) => {
      const ids = (query.id ?? '').split(',').filter((id) => id !== '')
      if (ids.length === 0) throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
      if (ids.length > MAX_IDS) throw new AppError('invalid_request', `Too many IDs. Maximum number of IDs is ${MAX_IDS}.`)
      return reader.several(await knownOf(ids), query, request)
    },
    write: writeTownGroup,
    links: [GEONAMES_CREDIT],
  })
  addResource(app, placeWeather, {
    path: '/data/2.5/find',
    operationId: 'openWeatherFind',
    summary: 'Current weather of the towns of a name or around a point',
    description: 'As the search of the API 2.5, with at most five towns.',
    query: FindQuery,
    answer: TownMatches,
    example: FOUND_EXAMPLE,
    read: async (query, request) => {
      const { q = '', lat, lon, cnt } = query
      const isAround = lat !== undefined && lon !== undefined
      if (!isAround && q.trim() === '') throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
      const count = parseCountParameter(cnt, MAX_FOUND, MAX_FOUND)
      const found = isAround
        ? await towns.listAround(lat, lon)
        : await towns.listByName(q, parseLanguageParameter(query.lang), count, identifyClient(request, clientHash))
      return { ...(await reader.several(found.slice(0, count), query, request)), isAround }
    },
    write: writeTownMatches,
    links: [GEONAMES_CREDIT],
  })
  for (const isForecast of [false, true]) {
    addResource(app, placeWeather, {
      path: isForecast ? '/data/2.5/uvi/forecast' : '/data/2.5/uvi',
      operationId: isForecast ? 'openWeatherUvForecast' : 'openWeatherUv',
      summary: isForecast ? 'UV index of the days to come' : 'UV index of today',
      description: 'As the UV index of the API 2.5, which OpenWeather closed in 2021. Where no source has it, it is estimated.',
      query: UvQuery,
      answer: isForecast ? Type.Array(UvIndex) : UvIndex,
      example: isForecast ? [UV_EXAMPLE] : UV_EXAMPLE,
      read: ({ lat, lon, cnt }) => ({
        lat,
        lon,
        count: parseCountParameter(cnt, MAX_UV_DAYS, MAX_UV_DAYS),
        lang: 'en',
        places: [{ cell: toCell(lat, lon), scopes: ['daily' as const], optional: ['hourly' as const] }],
      }),
      write: (asked, [place]) => {
        const days = listUvIndices(asked, place as PlaceWeather)
        return isForecast ? days.slice(0, asked.count) : days[0]
      },
    })
  }

  /** The towns of the ids that there are. */
  async function knownOf(ids: readonly string[]) {
    const found = await Promise.allSettled([...new Set(ids)].map((id) => towns.byId(id)))
    const failed = found.find(
      (each) => each.status === 'rejected' && !(each.reason instanceof AppError && each.reason.code === 'not_found'),
    )
    if (failed?.status === 'rejected') throw failed.reason
    const known = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    if (known.length === 0) throw createCityNotFoundError()
    return known
  }
}
