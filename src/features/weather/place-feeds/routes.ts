import type { Attribution } from '@isobar/providers/port'
import { type PublicScope, parsePlaceAddress, toCell, toSingleLine } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { ATOM_TYPE } from '../../../platform/http/bytes/atom.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Units } from '../forecast/index.ts'
import type { PlacesRequest, PlaceWeather, PlaceWeatherService } from '../place-weather/index.ts'
import { writePlaceCalendar } from './calendar.ts'
import type { FeedPlace } from './feed-place.ts'
import { writeWarningsFeed } from './warnings-feed.ts'

export interface PlaceFeedNeeds {
  readonly placeWeather: Pick<PlaceWeatherService, 'answers'>
  readonly attributionOf: (source: string) => Attribution
}

const MAX_NAME = 60
const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

const Params = Type.Object({
  place: Type.String({ maxLength: 60, description: 'Latitude and longitude in degrees', examples: ['52.52,13.41'] }),
})
const Query = Type.Object({
  lang: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'BCP 47 tag; its region formats numbers and times. Default `en`' }),
  ),
  units: Type.Optional(Units),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'What to call the place; its coordinates if omitted' }),
  ),
})

interface PlaceFeed {
  readonly path: string
  /** Why providers are called, in the ledger and the statistics. */
  readonly trigger: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly scopes: readonly PublicScope[]
  readonly contentType: string
  readonly write: (place: FeedPlace, weather: PlaceWeather) => string
}

/** GET /api/places/{lat},{lon}/calendar.ics and /feed.atom */
export function registerPlaceFeeds(app: HttpServer, { siteName }: Foundation, { placeWeather, attributionOf }: PlaceFeedNeeds): void {
  function add({ path, trigger, operationId, summary, description, scopes, contentType, write }: PlaceFeed): void {
    const [prefix = '', file = ''] = path.split(':place')
    const route = placeWeather.answers<PlacesRequest & { readonly place: FeedPlace }>(app, {
      path,
      prefix,
      trigger,
      isOwn: (url) => url.split('?', 1)[0]?.endsWith(file) === true,
      scope: 'weather',
      write: ({ place }, [weather]) => ({ body: write(place, weather as PlaceWeather), contentType }),
    })
    app.get(
      path,
      {
        // The answer carries its own compressed bytes.
        compress: false,
        config: { unavailableStatus: 502, crossOrigin: true, clientScope: 'weather' },
        schema: {
          operationId,
          tags: ['Weather'],
          summary,
          description,
          params: Params,
          querystring: Query,
          response: {
            200: { description: summary, content: { [contentType.split(';', 1)[0] ?? '']: { schema: { type: 'string' } } } },
            ...NOT_MODIFIED,
            ...buildErrorResponses(['invalid_request', 'location_not_found', 'rate_limited', 'upstream_error', 'service_unavailable'], 502),
          },
        },
        onRequest: route.onRequest,
      },
      async (request, reply) => {
        const place = readPlace(request.params, request.query)
        return route.answer(request, reply, { place, lang: place.tag, places: [{ cell: toCell(place.lat, place.lon), scopes }] })
      },
    )
  }

  add({
    path: '/api/places/:place/calendar.ics',
    trigger: 'calendar',
    operationId: 'getPlaceCalendar',
    summary: 'Subscribe to the weather of a place as a calendar',
    description:
      'iCalendar (RFC 5545): seven days as all-day events, and the official warnings as events of their times. An event keeps its UID through refreshes. The first day says whether warnings are known.',
    scopes: ['daily', 'current'],
    contentType: CALENDAR_TYPE,
    write: (place, weather) => writePlaceCalendar(place, weather, app.publicOrigin()),
  })
  add({
    path: '/api/places/:place/feed.atom',
    trigger: 'atom_feed',
    operationId: 'getPlaceWarningsFeed',
    summary: 'Subscribe to the official warnings of a place as a feed',
    description:
      'Atom (RFC 4287): the warnings in force or coming. An entry keeps its id through refreshes; `updated` is when its issuer last changed it. If it is unknown whether there are warnings, an entry says so.',
    scopes: ['current'],
    contentType: ATOM_TYPE,
    write: (place, weather) => writeWarningsFeed(place, weather, { origin: app.publicOrigin(), siteName: siteName(), attributionOf }),
  })
}

function readPlace({ place }: Static<typeof Params>, { lang = 'en', units = 'metric', name }: Static<typeof Query>): FeedPlace {
  readLanguage(lang)
  const found = parsePlaceAddress(place)
  if (found === null || found.name !== '') throw buildInvalidFieldError('place', 'must be a latitude and a longitude: 52.52,13.41')
  return { lat: found.lat, lon: found.lon, name: toSingleLine(name ?? '') || null, tag: lang, units }
}
