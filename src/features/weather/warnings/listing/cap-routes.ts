import { ALERT_ID_PATTERN, formatInstant, isRunningOrComing } from '@isobar/weather'
import { Type } from 'typebox'
import { AppError } from '../../../../errors.ts'
import type { Foundation } from '../../../../foundation.ts'
import { type AtomEntry, type AtomLink, ATOM_TYPE, writeAtomFeed } from '../../../../platform/http/bytes/atom.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { sendText } from '../../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { listCreditLinks, markSimulatedCredit } from '../../place-weather/index.ts'
import { canRepublishWarnings, type WarningFeed } from '../feed.ts'
import { getMessageTimes } from '../stored-warning.ts'
import { writeCapWarning, type CapWarning } from './cap-document.ts'
import { encodeListingCursor, buildListingUrl, readListing } from './listing-query.ts'
import type { ListingStore } from './listing-store.ts'
import type { Listing, WarningListing } from './listing.ts'
import { ListingQuery, type WarningFeature } from './schemas.ts'

export interface CapNeeds {
  readonly listing: WarningListing
  readonly feeds: () => readonly WarningFeed[]
  readonly store: Pick<ListingStore, 'find' | 'findShapes'>
}

const CAP = 'application/cap+xml'
const FRESHNESS = { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 0, staleIfErrorSeconds: 0 }

const CapParams = Type.Object({
  alertId: Type.String({
    pattern: ALERT_ID_PATTERN.source,
    description: 'Of a warning as a whole, as in the list of official warnings',
    examples: ['dwd-4711'],
  }),
})
const xmlAnswer = (type: string, description: string) => ({ 200: { description, content: { [type]: { schema: { type: 'string' } } } } })

/** GET /api/alerts/{alertId}.cap and their index, GET /api/alerts.atom */
export function registerCap(app: HttpServer, { limiter, siteName, clock }: Foundation, { listing, feeds, store }: CapNeeds): void {
  const hostOf = (): string => new URL(app.publicOrigin()).hostname

  /** @throws AppError not_found, gone if it is over, forbidden if its licence does not allow it */
  async function findWarning(id: string): Promise<Omit<CapWarning, 'sender'>> {
    const [, name = '', number = ''] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
    const feed = feeds().find((each) => each.id === name && each.capability.configured())
    const row = feed === undefined ? undefined : await store.find(name, Number(number))
    if (feed === undefined || row === undefined) throw new AppError('not_found', 'No such warning.')
    const { name: publisher, license, url } = feed.attribution
    if (!canRepublishWarnings(license))
      throw new AppError('forbidden', `The licence of ${publisher} (${license}) does not allow it. See ${url}`)
    const { message, simulated, state } = row
    if (state !== 'running' || !isRunningOrComing(getMessageTimes(message), clock.now()))
      throw new AppError('gone', 'This warning is over, or another has replaced it.')
    const shapes = await store.findShapes(message.areas.flatMap(({ shape }) => shape ?? []))
    return { id, feed: feed.id, message, shapes, simulated, credit: markSimulatedCredit(feed.attribution, simulated) }
  }

  app.get(
    '/api/alerts/:alertId.cap',
    {
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getAlertAsCap',
        tags: ['Weather'],
        summary: 'Get an official warning as CAP',
        description:
          'The Common Alerting Protocol 1.2, in all languages, if the licence of the feed allows that (403 if not). A message of ours, written from what we have read: `incidents` stays the same, the issuer’s identifier is in the parameter `originalIdentifier`. A severity that the issuer does not state is Unknown. Simulated warnings have the status Test. 410 once the warning is over.',
        params: CapParams,
        response: {
          ...xmlAnswer(CAP, 'The warning'),
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'forbidden', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'alerts'),
    },
    async (request, reply) => {
      const warning = await findWarning(request.params.alertId)
      reply.header('cache-control', writePublicCacheControl(FRESHNESS)).header('link', listCreditLinks([warning.credit]).join(', '))
      return sendText(request, reply, writeCapWarning({ ...warning, sender: hostOf() }), `${CAP}; charset=utf-8`)
    },
  )
  app.get(
    '/api/alerts.atom',
    {
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getCapIndex',
        tags: ['Weather'],
        summary: 'List official warnings as a feed of CAP documents',
        description:
          'Atom (RFC 4287), the same list as `/api/alerts` without the warnings whose licence does not allow documents of ours; its parameters, pages and errors are the same. The subtitle says whether there may be other warnings.',
        querystring: ListingQuery,
        response: {
          ...xmlAnswer('application/atom+xml', 'The index'),
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'alerts'),
    },
    async (request, reply) => {
      const page = await listing.list(readListing(request.query))
      const [cursor, origin] = [encodeListingCursor(page.next), app.publicOrigin()]
      const self: AtomLink = { rel: 'self', href: origin + buildListingUrl(request), type: 'application/atom+xml' }
      const next: AtomLink[] = cursor === null ? [] : [{ rel: 'next', href: origin + buildListingUrl(request, cursor) }]
      if (cursor !== null) reply.header('link', `<${buildListingUrl(request, cursor)}>; rel="next"`)
      reply.header('cache-control', writePublicCacheControl(FRESHNESS))
      const index = capIndex(page, {
        id: `tag:${hostOf()},2026:alerts`,
        scope: [request.query.country?.toUpperCase(), request.query.bbox].filter((part) => part !== undefined).join('/'),
        origin,
        author: siteName(),
        links: [self, ...next],
        now: clock.now(),
      })
      return sendText(request, reply, index, ATOM_TYPE)
    },
  )
}

interface IndexOptions {
  /** Begins the ids of the index and its entries. */
  readonly id: string
  /** What is listed. */
  readonly scope: string
  readonly origin: string
  readonly author: string
  readonly links: readonly AtomLink[]
  readonly now: number
}

function capIndex({ features, complete, coverage }: Listing, { id, scope, origin, author, links, now }: IndexOptions): string {
  const allowed = features.filter(({ properties }) => properties.cap !== null)
  const isAll = complete && allowed.length === features.length
  const readAt = coverage.flatMap((part) => part.readAt ?? []).toSorted()
  const sent = allowed.map(({ properties }) => properties.sent).toSorted()
  return writeAtomFeed({
    id: `${id}:${scope}`,
    title: `Official warnings: ${scope}`,
    subtitle: isAll ? 'There are no other warnings.' : 'There may be other warnings.',
    updated: sent.at(-1) ?? readAt.at(-1) ?? formatInstant(now),
    author,
    language: 'en',
    rights: null,
    links,
    entries: allowed.map(({ properties }) => entryOf(properties, id, origin)),
  })
}

function entryOf(
  { id, event, language, kind, sent, senderName, texts, cap, attribution }: WarningFeature['properties'],
  feedId: string,
  origin: string,
): AtomEntry {
  return {
    id: `${feedId}/${id}`,
    title: event,
    updated: sent,
    author: senderName ?? attribution?.name ?? '',
    content: (texts.find((text) => text.language === language) ?? texts[0])?.description ?? event,
    language,
    category: kind,
    rights: attribution?.license ?? null,
    links: [{ rel: 'alternate', href: `${origin}${cap}`, type: CAP }],
  }
}
