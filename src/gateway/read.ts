import { ProviderFailure } from '@isobar/providers/port'
import type { Cell, CellScope } from '@isobar/weather'
import type { AppError, ReportError } from '../errors.ts'
import type { AnswerAlerts } from './answer-alerts.ts'
import type { Blending } from './blending.ts'
import { type CallContext, refreshContext, type Spend } from './call-context.ts'
import { type CellEntry, findScopeRecord } from './cell-entry.ts'
import type { Choice } from './choose.ts'
import type { Shortfall } from './failure.ts'
import { POLICIES } from './policy.ts'
import { toOutcome, awaitResultOrLate } from './race.ts'
import type { Reading, ScopeReading, WeatherQuery } from './reading.ts'
import type { AlertRecord, ScopeRecord } from './record.ts'
import type { SituationOptions, SituationReader } from './situation.ts'
import { findScopeGroup, findScopeSource } from './sources.ts'
import { isWhole, NO_SUPPLEMENTS, type Supplement } from './supply.ts'
import type { Waited, Waiting } from './wait.ts'

export interface ReadOptions extends Pick<SituationOptions, 'order' | 'cells' | 'clock'> {
  readonly situation: SituationReader
  /** Why no weather provider can be called at all; null: one can. */
  readonly unavailable: () => AppError | null
  readonly alerts: AnswerAlerts
  readonly blending: Blending
  readonly waiting: Waiting
  readonly requestTimeoutMs: number
  readonly databaseTimeoutMs: number
  readonly onError: ReportError
}

type Place = Pick<WeatherQuery<CellScope>, 'cell' | 'scopes' | 'sources' | 'requester'>

const MAX_BACKGROUND_REFRESHES = 16

/** The way from a query to its answer: load, choose, then serve, refresh, wait or refuse. */
export function createRecordReader(options: ReadOptions) {
  const { order, alerts: answerAlerts, cells, blending, waiting, clock, onError } = options
  const { choose, findContinuing, supply } = options.situation
  let refreshing = 0

  /**
   * Reads scopes of a place for a caller; what the caller may cause is its policy's (`policy.ts`).
   * @throws AppError service_unavailable if no provider can be called and no sources are named; nothing else
   */
  async function read<S extends CellScope>(query: WeatherQuery<S>): Promise<Reading<S>> {
    const missing = query.sources === undefined ? options.unavailable() : null
    if (missing !== null) throw missing
    const { cell, scopes, requester } = query
    const policy = POLICIES[requester.caller]
    const startedAt = performance.now()
    const known = policy.fillsMemory ? cells.memory(cell) : cells.peek(cell)
    const decide = (entry: CellEntry | undefined) => scopes.map((scope) => ({ scope, choice: choose(query, scope, entry) }))
    let [entry, decisions] = [known, decide(known)]
    if (decisions.some(({ choice }) => choice.kind !== 'serve')) {
      entry = await load(cell, policy.fillsMemory, query.timeoutMs, (scopes as readonly CellScope[]).includes('extended'))
      decisions = decide(entry)
    }
    const leftMs = Math.min(options.requestTimeoutMs, query.timeoutMs ?? Infinity) - (performance.now() - startedAt)
    const isServed = decisions.every(({ choice }) => choice.kind === 'serve')
    if (query.sources === undefined && (isServed || leftMs > 0)) answerAlerts.refresh(cell, requester)
    const looking = lookUp(query, entry?.alerts ?? [], isServed ? query.timeoutMs : leftMs)
    const spend: Spend = { calls: 0, closed: false }
    const fetched: CellEntry[] = []
    async function fulfil({ scope, choice }: { readonly scope: S; readonly choice: Choice<ScopeRecord<S>> }): Promise<ScopeReading<S>> {
      if (choice.kind === 'refuse') return readingOf(choice.record, known, { reason: choice.reason })
      if (choice.kind === 'serve') {
        if (choice.refresh !== undefined) refreshBehind(choice.refresh, scope, query)
        return readingOf(choice.record, known, null)
      }
      const context: CallContext = { ...requester, scope, cellId: cell.id, spend }
      const late: Waited<S> = { isServed: false, failure: undefined }
      const waited = leftMs > 0 ? await waiting.wait({ cell, scope, entry, choice, context, deadlineMs: leftMs }) : late
      if (!waited.isServed) return readingOf(choice.reserve, known, { reason: 'failed', failure: waited.failure })
      if (waited.fetched === undefined) return readingOf(waited.record, known, null)
      fetched.push(waited.fetched)
      return { record: waited.record, layer: 'upstream', shortfall: null, supplements: NO_SUPPLEMENTS }
    }
    /**
     * With the sources that continue an extended series as far as it is asked for. They are part of the answer and no improvement of it, so those that have to be
     * called are waited for.
     */
    async function continued(reading: ScopeReading<S>): Promise<ScopeReading<S>> {
      const shown = reading.record as ScopeRecord | undefined
      if (!isExtended(shown) || query.sources !== undefined) return reading
      const mayWait = policy.calls === 'all' && (query.mayCall ?? true)
      const known = [...(entry?.records.extended ?? [])]
      const asked = new Set<string>()
      let { layer } = reading
      for (;;) {
        const { supplements, wanted } = findContinuing(query, shown, known, (id) => asked.has(id))
        const deadlineMs = Math.min(options.requestTimeoutMs, query.timeoutMs ?? Infinity) - (performance.now() - startedAt)
        if (wanted === undefined || !mayWait || deadlineMs <= 0)
          return { ...reading, layer, supplements: supplements as readonly Supplement[] as ScopeReading<S>['supplements'] }
        asked.add(wanted)
        const context: CallContext = { ...requester, scope: 'extended', cellId: cell.id, spend, purpose: 'fallback' }
        const choice = { kind: 'wait', sources: [wanted], reserve: undefined } as const
        const waited = await waiting.wait({ cell, scope: 'extended', entry, choice, context, deadlineMs })
        if (!waited.isServed) continue
        known.unshift(waited.record)
        if (waited.fetched === undefined) continue
        fetched.push(waited.fetched)
        layer = 'upstream'
      }
    }
    const readings = await Promise.all(decisions.map(async (decision) => continued(await fulfil(decision)))).finally(
      () => (spend.closed = true),
    )
    const cost = { cacheHit: fetched.length === 0 && spend.calls === 0, tokensUsed: spend.calls }
    const official = await looking
    // Alerts from other sources than the weather's may have arrived meanwhile.
    const current = policy.fillsMemory ? cells.peek(cell) : undefined
    const finished = scopes.map((scope, index) => {
      const reading = renewed(readings[index] as ScopeReading<S>, fetched)
      if (query.sources !== undefined) return [scope, reading]
      const whole = supplied(query, scope, reading, current ?? entry)
      const { record } = whole
      return [scope, record === undefined ? whole : { ...whole, record: blending.apply(cell, current ?? fetched.at(-1) ?? entry, record) }]
    })
    return {
      scopes: Object.fromEntries(finished) as Reading<S>['scopes'],
      alerts: answerAlerts.withMark(current?.alerts ?? mergeOfficialAlerts((fetched.at(-1) ?? entry)?.alerts ?? [], official), clock.now()),
      ...cost,
    }
  }

  /** Adds what the next sources have that the record lacks; what they may have is fetched behind the answer, for the next one. */
  function supplied<S extends CellScope>(query: Place, scope: S, reading: ScopeReading<S>, entry: CellEntry | undefined): ScopeReading<S> {
    if (reading.record === undefined || isWhole(reading.record) || scope === 'extended') return reading
    const { record, supplements, wanted } = supply(query.cell, reading.record, entry, query.requester)
    if (wanted !== undefined && POLICIES[query.requester.caller].refreshes) refreshBehind(wanted, scope, query)
    return { ...reading, record, supplements }
  }

  /** Reads both levels; a second level that is down or stalls counts as a miss, and memory still answers. */
  async function load(cell: Cell, fillsMemory: boolean, patienceMs = Infinity, withExtended = false): Promise<CellEntry | undefined> {
    const loading = fillsMemory ? cells.load(cell, withExtended) : cells.read(cell, withExtended)
    const outcome = await awaitResultOrLate(Math.min(patienceMs, options.databaseTimeoutMs), toOutcome(loading))
    if (outcome.kind === 'fulfilled') return outcome.value
    onError(outcome.kind === 'failed' ? outcome.failure : new Error('no answer in time'), 'reading the second cache level')
    return cells.peek(cell)
  }

  /** For an answer that shows alerts. A crawler's answer costs no query, and says that it does not know. */
  async function lookUp({ cell, scopes, sources: named, requester }: Place, alerts: readonly AlertRecord[], patienceMs?: number) {
    const needsAlerts = POLICIES[requester.caller].calls === 'all' && (scopes.includes('current') || requester.caller === 'job')
    return named === undefined && needsAlerts ? answerAlerts.lookUp(cell, requester, alerts, patienceMs) : undefined
  }

  function refreshBehind(id: string, scope: CellScope, { cell, requester }: Place): void {
    const source = findScopeSource(order.all(), id, scope)
    const group = source && findScopeGroup(source, scope)
    if (source === undefined || group === undefined || refreshing >= MAX_BACKGROUND_REFRESHES) return
    const { fetching } = source
    if (fetching.isInFlight(cell, group) || fetching.isBackedOff(cell, group, requester)) return
    refreshing += 1
    fetching
      .fetch(cell, group, refreshContext(cell, requester, scope), cells.peek(cell))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) onError(error, 'refreshing a cell')
      })
      .finally(() => {
        refreshing -= 1
      })
  }

  return { read, load }
}

function isExtended(record: ScopeRecord | undefined): record is ScopeRecord<'extended'> {
  return record?.scope === 'extended'
}

function readingOf<S extends CellScope>(
  record: ScopeRecord<S> | undefined,
  known: CellEntry | undefined,
  shortfall: Shortfall | null,
): ScopeReading<S> {
  const inMemory: readonly ScopeRecord[] = (record && known?.records[record.scope]) ?? []
  return {
    record,
    layer: record !== undefined && inMemory.includes(record) ? 'memory' : 'database',
    shortfall,
    supplements: NO_SUPPLEMENTS,
  }
}

/** What was served from the cache may have come again with the fetch for another scope. */
function renewed<S extends CellScope>(reading: ScopeReading<S>, fetched: readonly CellEntry[]): ScopeReading<S> {
  const { record } = reading
  const next = record && fetched.map((entry) => findScopeRecord(entry, record.scope, record.source)).find((each) => each !== undefined)
  return record !== undefined && next !== undefined && next.fetchedAt > record.fetchedAt
    ? { ...reading, record: next as ScopeRecord<S>, layer: 'upstream' }
    : reading
}

/** A look-up for a caller that fills no memory is not in it. */
export function mergeOfficialAlerts(alerts: readonly AlertRecord[], official: AlertRecord | undefined): readonly AlertRecord[] {
  return official === undefined ? alerts : [...alerts.filter(({ source }) => source !== official.source), official]
}
