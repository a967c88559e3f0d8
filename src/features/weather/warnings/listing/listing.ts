import { setImmediate } from 'node:timers/promises'
import { type Box, formatOptionalInstant, isCountryCode, toCell } from '@isobar/weather'
import { AppError, buildInvalidFieldError } from '../../../../errors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { computeAgeMs } from '../../../../time.ts'
import type { FeedStore, PartStatus } from '../feed-store.ts'
import { findPartCountry, type FeedPart, type WarningFeed } from '../feed.ts'
import { listTileRanges } from '../geometry/tiles.ts'
import type { FeedKnowledge } from '../lookup.ts'
import { buildWarningFeature } from './feature.ts'
import type { ListingStore } from './listing-store.ts'
import type { Outline } from './outlines.ts'
import type { Coverage, WarningFeature } from './schemas.ts'

export interface ListingOptions {
  readonly feeds: () => readonly WarningFeed[]
  readonly store: ListingStore
  readonly status: Pick<FeedStore, 'listStatus'>
  readonly outlinesOf: (shapes: readonly number[]) => Promise<ReadonlyMap<number, Outline>>
  readonly speaking: () => Promise<ReadonlyMap<string, FeedKnowledge>>
  readonly clock: Clock
  /** How long a complete reading counts as evidence that a warning is absent, in milliseconds. */
  readonly staleMs: () => number
}

export interface ListingRequest {
  /** The part of the world, as one box, or two at the date line; null: not restricted. */
  readonly boxes: readonly Box[] | null
  /** ISO 3166 alpha-2; null: not restricted. */
  readonly country: string | null
  readonly lang: string
  readonly after: number
  readonly limit: number
}

export interface Listing {
  /** Whether there are no other warnings than those of all pages. */
  readonly complete: boolean
  readonly coverage: readonly Coverage[]
  readonly features: readonly WarningFeature[]
  /** Each of the features as JSON, in their order. */
  readonly written: readonly string[]
  /** The number of the last warning if there may be more, else null. */
  readonly next: number | null
  /** When the state of a listed warning changes next, epoch milliseconds; Infinity: never. */
  readonly changesAt: number
}

interface PartInUse {
  readonly feed: WarningFeed
  readonly part: string
}

/** Characters of a page, which ends earlier than its limit if it would be longer. */
const PAGE_CHARACTERS = 2_000_000
/** Features made before other requests have a turn: some milliseconds. */
const FEATURES_AT_ONCE = 50
/** The grid of `packages/providers/src/cap/inland.ts`, and so many of its boxes at most: four degrees by four. */
const SAMPLE_DEGREES = 0.05
const MAX_SAMPLES = 6_400
const RETRY_SECONDS = 60

/** The official warnings of a part of the world or of a country that are in force or coming. */
export function createListing({ feeds, store, status, outlinesOf, speaking, clock, staleMs }: ListingOptions) {
  /** The parts in use: an agency's own feed, which has one part, before one that collects many. */
  function partsOf(country: string | null): PartInUse[] {
    const inUse = feeds().filter(({ capability }) => capability.configured())
    return inUse
      .toSorted((a, b) => a.capability.parts.length - b.capability.parts.length)
      .flatMap((feed) => feed.capability.parts.map((part) => ({ feed, part })))
      .filter(({ feed, part }) => country === null || findPartCountry(feed, part) === country)
  }

  function coverageOf({ feed, part }: PartInUse, statuses: readonly PartStatus[], now: number): Coverage {
    const known = statuses.find((each) => each.feed === feed.id && each.part === part)
    const readAt = known?.completeAt ?? null
    return {
      source: feed.id,
      name: feed.attribution.name,
      country: findPartCountry(feed, part),
      readAt: formatOptionalInstant(readAt),
      current: readAt !== null && computeAgeMs(readAt, now) < staleMs(),
      unlocated: known?.unlocated ?? 0,
    }
  }

  /** Whether feeds that were read recently cover all of the boxes beyond doubt. */
  async function covers(boxes: readonly Box[]): Promise<boolean> {
    const points = boxes.flatMap(samplesOf)
    if (points.length === 0 || points.length > MAX_SAMPLES) return false
    const knowledge = [...(await speaking()).values()]
    return points.every(([lat, lon]) => knowledge.some((feed) => feed.covers(toCell(lat, lon))))
  }

  return {
    /**
     * @throws AppError invalid_request for an unknown country; not_found if no feed covers what is asked; service_unavailable if there is
     *   nothing to list and no feed was read recently
     */
    async list({ boxes, country, lang, after, limit }: ListingRequest): Promise<Listing> {
      if (country !== null && !isCountryCode(country)) throw buildInvalidFieldError('country', 'must be an ISO 3166 code of a country')
      const parts = partsOf(country)
      if (parts.length === 0)
        throw new AppError(
          'not_found',
          noFeed(
            country,
            partsOf(null).map(({ feed, part }) => findPartCountry(feed, part)),
          ),
        )
      const now = clock.now()
      const tiles = boxes?.flatMap(listTileRanges) ?? null
      const names = parts.map(({ feed, part }): FeedPart => ({ feed: feed.id, part }))
      const [statuses, rows] = await Promise.all([
        status.listStatus(now),
        store.list({ parts: names, tiles, after, limit: limit + 1, now }),
      ])
      const coverage = parts.map((part) => coverageOf(part, statuses, now))
      const isCurrent = coverage.some(({ current }) => current)
      if (rows.length === 0 && after === 0 && !isCurrent) throw unread()
      const page = rows.slice(0, limit)
      const areas = Map.groupBy(await store.listAreas(page.map(({ id }) => id)), ({ warning }) => warning)
      const shapes = [...areas.values()].flatMap((each) => each.flatMap(({ shape }) => shape ?? []))
      const outlines = await outlinesOf([...new Set(shapes)])
      const feedById = new Map(parts.map(({ feed }) => [feed.id, feed]))
      const features: WarningFeature[] = []
      const written: string[] = []
      let changesAt = Infinity
      let characters = 0
      let last: number | undefined
      for (const row of page) {
        const own = areas.get(row.id) ?? []
        if (boxes !== null && !own.some(({ shape }) => shape !== null && meets(outlines.get(shape), boxes))) {
          last = row.id
          continue
        }
        const { feature, changesAt: at } = buildWarningFeature(
          { row, areas: own, feed: feedById.get(row.feed) as WarningFeed },
          outlines,
          lang,
          now,
        )
        const json = JSON.stringify(feature)
        characters += json.length
        if (features.length > 0 && characters > PAGE_CHARACTERS) break
        features.push(feature)
        written.push(json)
        if (features.length % FEATURES_AT_ONCE === 0) await setImmediate()
        changesAt = Math.min(changesAt, at)
        last = row.id
      }
      const complete = isCurrent && (country !== null || (boxes !== null && (await covers(boxes))))
      const isLast = rows.length <= limit && last === rows.at(-1)?.id
      return { complete, coverage, features, written, next: isLast ? null : (last ?? null), changesAt }
    },
  }
}

export type WarningListing = ReturnType<typeof createListing>

function meets(outline: Outline | undefined, boxes: readonly Box[]): boolean {
  const meetsBox = (a: Box) => boxes.some((b) => a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south)
  return outline?.boxes.some(meetsBox) === true
}

/** The points of the grid in a box, its corners included; none if there are too many. */
function samplesOf({ south, west, north, east }: Box): [lat: number, lon: number][] {
  const between = (from: number, to: number) => {
    const steps = Math.ceil((to - from) / SAMPLE_DEGREES)
    return Array.from({ length: steps + 1 }, (_, step) => Math.min(to, from + step * SAMPLE_DEGREES))
  }
  if (((north - south) / SAMPLE_DEGREES + 1) * ((east - west) / SAMPLE_DEGREES + 1) > MAX_SAMPLES) return []
  return between(south, north).flatMap((lat) => between(west, east).map((lon): [number, number] => [lat, lon]))
}

function noFeed(country: string | null, read: readonly (string | null)[]): string {
  const countries = [...new Set(read)].filter((each) => each !== null).toSorted()
  const others = countries.length === 0 ? '' : ` Those of ${countries.join(', ')} are.`
  const which = country === null ? 'No official warnings are read here' : `No official warnings of ${country} are read here`
  return `${which}, which does not mean that there are none.${others}`
}

function unread(): AppError {
  return new AppError('service_unavailable', 'The official warnings have not been read recently, so it is unknown whether there are any.', {
    retryAfterSeconds: RETRY_SECONDS,
  })
}
