import { type Point, toCell } from '@isobar/weather'
import { Type } from 'typebox'
import { registerListRoute } from '../../../admin/list-route.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Listing } from '../../../platform/http/schema/listing.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { parsePointFilter } from '../../../platform/http/schema/point-filter.ts'
import { Instant, Latitude, Longitude, buildNullableSchema, buildNullableTextSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { HOUR_MS } from '../../../time.ts'
import type { LocationSort, PlaceAdminStore } from './admin-store.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { WINDOW_MS } from './recent-checks/window.ts'

const tags = ['Admin: data']
const Count = (description: string) => Type.Integer({ minimum: 0, description })

const place = {
  lat: Type.Number({ description: 'Of the place, or of the centre of its cell while it has no name' }),
  lon: Type.Number(),
  name: buildNullableTextSchema('Null until the place has been found by name'),
  country: buildNullableTextSchema('ISO 3166 alpha-2'),
  state: buildNullableTextSchema('State or region, if known'),
  label: buildNullableTextSchema('Name with what distinguishes it from places of the same name'),
}
const BERLIN = { lat: 52.52, lon: 13.405, name: 'Berlin', country: 'DE', state: 'Land Berlin', label: 'Berlin, Land Berlin, DE' }

const near = { near: buildNullableTextSchema('Largest known town nearby, if the place has no name') }

const CheckItem = Type.Object(
  { hour: { ...Instant, description: 'Start of the hour, UTC' }, ...place, ...near, searches: Count('At most one per client') },
  { title: 'CheckedHour' },
)
const CHECK_CHARTS = {
  properties: {
    totals: Type.Object({ searches: Count('All searches of the last 30 days'), places: Count('Searched for in the last 30 days') }),
    series: Type.Array(
      Type.Object({ day: Type.String({ format: 'date' }), searches: Count('Searches'), places: Count('Distinct places') }),
      { description: 'By UTC day, the last 30; empty days are omitted' },
    ),
  },
  example: { totals: { searches: 1204, places: 310 }, series: [{ day: '2026-11-21', searches: 210, places: 94 }] },
}

const LocationItem = Type.Object(
  {
    ...place,
    ...near,
    searchCount: Count('Searches of the last 30 days'),
    lastCheckedAt: buildNullableSchema(Instant, 'Null: not in the last 30 days'),
    openReports: Count('Open reports of inaccurate data'),
    reports: Count('All reports of inaccurate data'),
  },
  { title: 'CheckedLocation' },
)
const LOCATION_CHARTS = {
  properties: {
    totals: Type.Object({
      places: Count('Searched for in the last 30 days'),
      searches: Count('Searches for these places'),
      reportedPlaces: Count('With reports of inaccurate data'),
      openReports: Count('Open reports'),
    }),
  },
  example: { totals: { places: 310, searches: 1204, reportedPlaces: 3, openReports: 1 } },
}

interface PlaceAdminNeeds {
  readonly places: PlaceAdminStore
  /** Names places that no search has named. */
  readonly gazetteer: Pick<Gazetteer, 'townNear'>
}

/** GET /api/admin/checks and /api/admin/locations */
export function registerPlaceAdmin(app: HttpServer, { clock }: Foundation, { places, gazetteer }: PlaceAdminNeeds): void {
  registerListRoute(app, '/api/admin/checks', {
    operationId: 'listChecks',
    tags,
    summary: 'List searches by hour and place',
    description: 'Searches of the last 30 days, counted once per client, place and hour.',
    sorts: ['hour'],
    defaultSort: '-hour',
    filters: {
      lat: Type.Optional({ ...Latitude, examples: undefined, description: 'With lon: only this place' }),
      lon: Type.Optional({ ...Longitude, examples: undefined, description: 'With lat: only this place' }),
      ...periodFilters,
    },
    item: CheckItem,
    title: 'CheckedHours',
    example: { hour: '2026-11-21T03:00:00Z', ...BERLIN, near: null, searches: 12 },
    list(query) {
      const cell = parsePointFilter(query, toCell)
      return withTowns(places.listChecks({ ...parsePeriodFilter(query), ...(cell && { cell: cell.id }) }), gazetteer)
    },
    charts: {
      ...CHECK_CHARTS,
      async read() {
        const [series, { searches, places: count }] = await Promise.all([
          places.sumChecksByDay(Math.floor((clock.now() - WINDOW_MS) / HOUR_MS) * HOUR_MS),
          places.sumLocations(),
        ])
        return { totals: { searches, places: count }, series }
      },
    },
  })

  registerListRoute(app, '/api/admin/locations', {
    operationId: 'listLocations',
    tags,
    summary: 'List searched and reported places',
    description:
      'Sorted by `searchCount`: places searched for in the last 30 days, and places with reports. Sorted by `openReports`: places with reports.',
    sorts: ['searchCount', 'openReports'],
    defaultSort: '-searchCount',
    item: LocationItem,
    title: 'CheckedLocations',
    example: { ...BERLIN, near: null, searchCount: 1204, lastCheckedAt: '2026-11-21T03:00:00Z', openReports: 1, reports: 3 },
    list({ sort }) {
      const column: LocationSort = sort?.endsWith('openReports') === true ? 'openReports' : 'searchCount'
      return withTowns(places.listLocations(column), gazetteer)
    },
    charts: { ...LOCATION_CHARTS, read: async () => ({ totals: await places.sumLocations() }) },
  })
}

/** Places, those without a name with the town that they are near. */
function withTowns<Item extends Point & { readonly name: string | null }, Sort extends string>(
  list: Listing<Item, Sort>,
  gazetteer: PlaceAdminNeeds['gazetteer'],
): Listing<Item & { readonly near: string | null }, Sort> {
  const named = async (item: Item) => ({ ...item, near: item.name === null ? ((await gazetteer.townNear(item))?.label ?? null) : null })
  return {
    ...list,
    async page(asked) {
      const { items, next } = await list.page(asked)
      return { items: await Promise.all(items.map(named)), next }
    },
  }
}
