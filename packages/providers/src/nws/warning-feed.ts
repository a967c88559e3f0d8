import { type AreaCode, type OfficialWarning, type WarningArea, parseInstant } from '@isobar/weather'
import { buildFeedFailure, buildFeedState, fetchFeed, dropZeroCounts, toFeedState, type Validators } from '../cap/feed.ts'
import { readPolygons } from '../cap/geometry.ts'
import { NOTHING_KNOWN } from '../cap/memory.ts'
import { buildUrlBelow } from '../fetch-json.ts'
import { readFields, readLine, readObjects, parseJson, readText, readTexts } from '../json.ts'
import { type FeedReader, type PaidCalls, type Product, ProviderFailure } from '../provider.ts'
import { type Event, groupMessagesByEvent } from './events.ts'
import { decodeCollection, type NwsMessage } from './schema.ts'
import { HEADERS } from './service.ts'
import { describeEvent } from './transform.ts'

/** No limit is published; this one is a courtesy. */
export const WARNINGS: Product = { id: 'nws/warnings', weight: 1, limits: { perMinute: 20 } }
/** The country, territories and waters included. */
export const PART = 'US'

const PATH = '/alerts/active'
/** More pages than 500 messages each would need on any day; the recorded answers have one. */
const MAX_PAGES = 10
const MAX_CODES = 1_000
/** The service selects by these if the whole does not fit into one answer. */
const HALVES = ['land', 'marine']

/** Reads the active alerts of the country below the URL. @throws ProviderFailure */
export const readNws: FeedReader<{ readonly base: string }> = async ({ base }, _part, former, calls, now) => {
  const { validators } = toFeedState(former)
  const url = buildUrlBelow(new URL(base), PATH, 'status=actual')
  const whole = await fetchPages(url, calls, validators).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure) || error.kind !== 'too_large') throw error
    const halves = []
    for (const half of HALVES) halves.push(await fetchPages(buildUrlBelow(new URL(base), PATH, `status=actual&region_type=${half}`), calls))
    return joined(halves.filter((each) => each !== null))
  })
  if (whole === null) return { unchanged: true }
  const events = groupMessagesByEvent(whole.messages)
  const warnings = events.flatMap(toWarning)
  const current = warnings.filter(({ ended, end, expires }) => ended || !isPast(end ?? expires, now))
  return {
    unchanged: false,
    complete: whole.complete,
    warnings: current,
    simulated: whole.simulated,
    state: buildFeedState(whole.validators, NOTHING_KNOWN, whole.complete),
    leftOut: dropZeroCounts({ expired: warnings.length - current.length, unreadable: whole.unreadable }),
  }
}

interface Pages {
  readonly messages: readonly NwsMessage[]
  readonly unreadable: number
  readonly simulated: boolean
  readonly complete: boolean
  readonly validators: Validators
}

const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

/** All pages of a list; null if it has not changed since the validators were sent. @throws ProviderFailure */
async function fetchPages(url: URL, calls: PaidCalls, validators = NO_VALIDATORS): Promise<Pages | null> {
  const messages: NwsMessage[] = []
  const seen = new Set<string>()
  let unreadable = 0
  let simulated = false
  let next: URL | null = url
  let last = NO_VALIDATORS
  let pages = 0
  for (; next !== null && pages < MAX_PAGES; pages++) {
    const feed = await fetchFeed(calls, { product: WARNINGS, url: next, accept: HEADERS.accept }, pages === 0 ? validators : NO_VALIDATORS)
    if (feed === null) return null
    const body = parseJson(feed.body)
    const page = decodeCollection(body)
    if (page === null) throw buildFeedFailure(WARNINGS, 'invalid_body', 200)
    messages.push(...page.filter(({ id }) => !seen.has(id)))
    for (const { id } of page) seen.add(id)
    unreadable += readObjects(readFields(body)['features']).filter(
      ({ properties }) => readText(readFields(properties)['id']) === null,
    ).length
    simulated ||= feed.simulated
    last = feed.validators
    next = nextPage(readText(readFields(readFields(body)['pagination'])['next']), url)
  }
  // Validators are for one answer: with several, each reading fetches all.
  return { messages, unreadable, simulated, complete: next === null && unreadable === 0, validators: pages === 1 ? last : NO_VALIDATORS }
}

/** The page that an answer links to, on our server and path alone; null without one. */
function nextPage(link: string | null, url: URL): URL | null {
  const cursor = link !== null && URL.canParse(link) ? new URL(link).searchParams.get('cursor') : null
  if (cursor === null) return null
  const next = new URL(url)
  next.searchParams.set('cursor', cursor)
  return next
}

function joined(parts: readonly Pages[]): Pages {
  return {
    messages: parts.flatMap(({ messages }) => messages),
    unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0),
    simulated: parts.some(({ simulated }) => simulated),
    complete: parts.every(({ complete }) => complete),
    validators: NO_VALIDATORS,
  }
}

function isPast(end: string | null, now: number): boolean {
  return end !== null && parseInstant(end) <= now
}

/** An event of the whole country under the key that it has at each point. */
function toWarning(event: Event): OfficialWarning[] {
  const [latest] = event.messages
  const [draft] = describeEvent(event)
  if (latest === undefined || draft === undefined) return []
  const { key = event.key, start, end, expires = null, sent = start, senderName, severity, severitySource, urgency, certainty } = draft
  const { properties } = latest
  const ids = new Set(event.messages.flatMap(({ id, references }) => [id, ...references.map((reference) => reference.id)]))
  ids.delete(latest.id)
  return [
    {
      key,
      messageId: latest.id,
      replaces: [...ids],
      sent,
      start,
      end,
      expires,
      ended: event.cancelled,
      isNumbered: latest.vtec !== null,
      senderName,
      severity,
      severitySource,
      urgency,
      certainty,
      level: null,
      tags: [],
      texts: [
        {
          language: readText(properties['language']) ?? 'en-US',
          event: draft.event,
          headline: readLine(readTexts(readFields(properties['parameters'])['NWSheadline'])[0]) ?? readLine(properties['headline']),
          description: draft.description,
          instruction: draft.instruction,
        },
      ],
      areas: event.messages.map(areaOf),
    },
  ]
}

/** The area of a message: its outline, or the zones and counties that it names. */
function areaOf({ properties, geometry }: NwsMessage): WarningArea {
  const { UGC, SAME } = readFields(properties['geocode'])
  const codes = [
    ...readTexts(UGC).map((code): AreaCode => ({ scheme: 'UGC', code })),
    // The first digit would name a part of a county.
    ...readTexts(SAME).map((code): AreaCode => ({ scheme: 'SAME', code: `0${code.slice(1)}` })),
  ]
  return { name: readLine(properties['areaDesc']) ?? '', polygons: readPolygons(geometry), circles: [], codes: codes.slice(0, MAX_CODES) }
}
