import type {
  AlertBundle,
  AlertCapability,
  DeliveredScopes,
  PaidCalls,
  Product,
  Provider,
  WeatherBundle,
  WeatherCapability,
} from '@isobar/providers/port'
import {
  type AlertList,
  type Cell,
  type CellScope,
  type HourlyPoint,
  MAX_DAYS,
  completeScopes,
  findEndOfStep,
  isHour,
  parseInstant,
  splitSeries,
} from '@isobar/weather'
import type { ReportError } from '../errors.ts'
import type { Clock } from '../platform/clock.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { inspectBundle, type OnRefused } from './inspection.ts'
import { buildAlertRecord, type BundleToRecord, buildRecords, type ScopeRecord, withWholeDays } from './record.ts'

/** A provider that delivers weather. */
export type WeatherProvider = Provider & { readonly weather: WeatherCapability }

/** A provider that delivers a country's official alerts. */
export type AlertProvider = Provider & { readonly alerts: AlertCapability }

/** The official warnings that the service itself stores, from feeds of whole countries. */
export interface WarningStore {
  /** The source of its records; each alert names its own. */
  readonly id: string
  /** Whether any feed is read. */
  isInUse(): boolean
  /** When they last changed, epoch milliseconds: earlier look-ups are then outdated. */
  changedAt(): number
  /** The alerts of a place at `now` (epoch milliseconds), and the feeds that have a say there. */
  find(cell: Cell, now: number): Promise<AlertBundle & Required<Pick<AlertList, 'sources'>>>
}

/** One successful fetch that brought data, as passed to the archive and other consumers off the answer's path. */
export interface Fetched {
  readonly cell: Cell
  readonly source: string
  /** Epoch milliseconds, whole seconds, as in the records. */
  readonly fetchedAt: number
  /** The height of the terrain at the place in metres; null if the source does not know it. */
  readonly terrainHeight: number | null
  readonly bundle: WeatherBundle
}

/** The result of one fetch, and its follow-up calls, which run in the background. */
export interface FetchedRecords {
  readonly records: readonly ScopeRecord[]
  readonly follow?: ((calls: PaidCalls) => Promise<readonly ScopeRecord[]>) | undefined
}

/** The extended series of a source's former fetch; undefined: there is none. */
export type FormerSeries = Promise<ScopeRecord<'extended'> | undefined>

/** Where records come from. */
export interface Source {
  /** The `source` of its records. */
  readonly id: string
  /** Feeds and stored warnings have alerts only. */
  readonly kind: 'weather' | 'feed' | 'warnings'
  /** What its calls are counted on. */
  readonly product: Product
  /** Its scopes, grouped by fetch. */
  readonly groups: readonly (readonly CellScope[])[]
  /** Scopes and measurements that it never has. */
  readonly lacks?: readonly string[]
  /** Under what its having nothing at a place is remembered: a provider's weather and its national alerts are two things under one id. */
  readonly absence: string
  /** How many days ahead its hours reach at most: beyond, it is not asked. Omitted: it has none. */
  readonly forecastDays?: number
  /** How long it is not called for a place where it has nothing; 0: that proves nothing. */
  readonly absentMs: number
  /** Whether it covers only a part of the world: that it has nothing at a place then says nothing about the others. */
  readonly isPartial: boolean
  /** Whether it can be called for the cell at present. */
  covers(cell: Cell): boolean
  /** `former`: its extended series of the fetch before, for days from midnight. @throws ProviderFailure */
  fetch(cell: Cell, scopes: readonly CellScope[], calls: PaidCalls, former?: FormerSeries): Promise<FetchedRecords>
}

/** With the hours of a source come all that it has of them. */
function withExtended(group: readonly CellScope[]): readonly CellScope[] {
  return group.includes('hourly') ? [...group, 'extended'] : group
}

const inOrder = (points: readonly HourlyPoint[]): readonly HourlyPoint[] =>
  points.toSorted((a, b) => parseInstant(a.time) - parseInstant(b.time))

/** What was delivered, divided into what most answers show and the rest. */
function divided(scopes: DeliveredScopes, now: number): DeliveredScopes {
  const { hourly, daily, extended } = scopes
  const others = extended?.hours ?? []
  const whole = hourly && { ...hourly, points: others.length === 0 ? hourly.points : inOrder([...others, ...hourly.points]) }
  return { ...scopes, ...splitSeries(whole, daily, now) }
}

/** What the archive and others see of a fetch: hours from the running one on, which are forecasts; at most so many. */
function comingHours(scopes: DeliveredScopes, now: number, most?: number): DeliveredScopes {
  const { extended: _others, ...coming } = scopes
  const { hourly } = coming
  if (hourly === undefined) return coming
  const points = hourly.points.filter((hour) => isHour(hour) && findEndOfStep(hour) > now).slice(0, most)
  return { ...coming, hourly: { available: hourly.available && points.length > 0, points } }
}

/** The scopes that come with this one in a fetch; undefined if the source does not deliver it. */
export function findScopeGroup({ groups }: Pick<Source, 'groups'>, scope: CellScope): readonly CellScope[] | undefined {
  return groups.find((group) => group.includes(scope))
}

/** The source of that id that delivers the scope: a provider's weather and its national alerts are two sources under one id. */
export function findScopeSource<S extends Source>(sources: readonly S[], id: string, scope: CellScope): S | undefined {
  return sources.find((source) => source.id === id && findScopeGroup(source, scope) !== undefined)
}

const ABSENT_MS = 10 * MINUTE_MS
/** Borders rarely move. */
const UNCOVERED_MS = DAY_MS
const ALERTS_ONLY = [['alert']] as const
/** A query of our own database costs no calls, so there is nothing to count. */
const OWN: Product = { id: 'own/warnings', weight: 1 }

export interface WeatherSourceParts {
  readonly clock: Clock
  readonly onFetched?: ((fetched: Fetched) => void) | undefined
  readonly onRefused?: OnRefused | undefined
  readonly onError?: ReportError | undefined
}

/**
 * A weather provider. Only a place's primary can establish that there is no weather there, if it covers the world: if another provider has
 * nothing there, that says nothing about the primary.
 */
export function createWeatherSource({ id, weather, coverage }: WeatherProvider, parts: WeatherSourceParts): Source {
  const { clock, onFetched, onRefused, onError } = parts
  return {
    id,
    kind: 'weather',
    product: weather.product,
    groups: weather.groups.map(withExtended),
    forecastDays: weather.forecastDays ?? MAX_DAYS,
    ...(weather.lacks && { lacks: weather.lacks }),
    absence: id,
    absentMs: ABSENT_MS,
    isPartial: coverage !== 'global',
    covers: () => weather.configured(),
    async fetch(cell, scopes, calls, former) {
      const wanted = scopes.filter((scope) => scope !== 'extended')
      const sent = await weather.fetch(cell, wanted, calls, clock.now())
      if (sent.outdatedZone !== undefined && !sent.simulated)
        onError?.(
          new Error(`${id} states another offset of ${sent.outdatedZone} than the zone data of this Node.js`),
          'comparing zone data',
        )
      const { follow, ...delivered } = inspectBundle(sent, cell, id, clock.now(), onRefused)
      const coming = comingHours(delivered.scopes, clock.now(), weather.archivedHours)
      const fetchedAt = wholeSecond(clock.now())
      const bundle = completed(delivered, cell, clock.now())
      const isWhole = scopes.includes('extended')
      const records = buildRecords(isWhole ? withWholeDays(bundle, await former, fetchedAt, clock.now()) : bundle, id, fetchedAt)
      const terrainHeight = weather.knowsTerrain === true ? (bundle.height ?? null) : null
      // Where it has nothing, it may not have called, and cannot say whether that is simulated.
      if (records.some(({ available }) => available))
        onFetched?.({ cell, source: id, fetchedAt, terrainHeight, bundle: { ...delivered, scopes: coming } })
      return {
        records: records.filter((record) => scopes.includes(record.scope)),
        follow:
          follow &&
          (async (later) => {
            const { follow: _, ...followed } = inspectBundle(
              { ...delivered, scopes: await follow(later) },
              cell,
              id,
              clock.now(),
              onRefused,
            )
            return buildRecords(withWholeDays(completed(followed, cell, fetchedAt), await former, fetchedAt, clock.now()), id, fetchedAt)
          }),
      }
    },
  }
}

/** A bundle with what can be computed, divided. The archive has what was sent. */
function completed(bundle: Omit<WeatherBundle, 'follow'>, cell: Cell, now: number): BundleToRecord {
  const { scopes, computed } = completeScopes(bundle.scopes, cell, bundle.timezone)
  return { ...bundle, scopes: divided(scopes, now), computed }
}

/** A national feed's alerts. A place outside its coverage is remembered; that says nothing about the weather there. */
export function createFeedSource({ id, alerts }: AlertProvider, clock: Clock): Source {
  return {
    id,
    kind: 'feed',
    product: alerts.product,
    groups: ALERTS_ONLY,
    absence: `${id}:alert`,
    absentMs: UNCOVERED_MS,
    isPartial: true,
    covers: (cell) => alerts.configured() && alerts.covers(cell),
    fetch: async (cell, _scopes, calls) => ({
      records: [buildAlertRecord(await alerts.fetch(cell, calls), id, wholeSecond(clock.now()))],
    }),
  }
}

/** The official warnings that the service itself stores, looked up for a place without a call. */
export function createWarningSource(store: WarningStore, clock: Clock): Source {
  return {
    id: store.id,
    kind: 'warnings',
    product: OWN,
    groups: ALERTS_ONLY,
    absence: store.id,
    absentMs: 0,
    isPartial: false,
    covers: () => store.isInUse(),
    async fetch(cell) {
      // To the millisecond: a change later in the same second must count as later.
      const now = clock.now()
      const found = await store.find(cell, now)
      return { records: [{ ...buildAlertRecord(found, store.id, now), available: found.sources.some(({ isAtPlace }) => isAtPlace) }] }
    },
  }
}

/** The sources of a scope among these, in their order. */
export function selectScopeSources<S extends Source>(sources: readonly S[], scope: CellScope): readonly S[] {
  return sources.filter((source) => findScopeGroup(source, scope) !== undefined)
}

function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000
}
