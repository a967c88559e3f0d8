import { BUDGET, type Rig } from '../rig/rig.ts'
import type { Findings } from './findings.ts'
import type { Observer } from './observer.ts'

interface Row {
  readonly id: string
  readonly product: string
  readonly cause: string
  readonly cell: number | null
  readonly request_id: string | null
  readonly outcome: string | null
  readonly started_at: Date
}

export interface LedgerFigures {
  readonly seen: number
  readonly rows: number
  /** Rows of calls that were in flight at a kill, or whose outcome could not be written to the database. */
  readonly withoutOutcome: number
  readonly tokens: number
}

/**
 * Every call that an upstream saw has one row, written before the call is made. So for each product:
 *
 *   rows − (rows without outcome + rows with outcome `network` or `timeout`) ≤ seen ≤ rows
 *
 * A row without an outcome is a call in flight when its process or the database was killed; it may not have been made yet. A call that failed on the
 * network may not have arrived. Every other call was answered, and therefore seen. For an answer with `tokensUsed`, as many rows of its request have
 * the cause `request`, except those without an outcome, whose cause may not have been corrected any more.
 */
export async function checkLedger(rig: Rig, observer: Observer, findings: Findings): Promise<LedgerFigures> {
  const rows = await rig.query<Row>('select id, product, cause, cell, request_id, outcome, started_at from upstream_call order by id')
  const { calls } = rig.upstream
  const seenBy = Map.groupBy(calls, ({ product }) => product)
  const rowsBy = Map.groupBy(rows, ({ product }) => product)
  for (const product of new Set([...rowsBy.keys(), ...seenBy.keys()])) {
    const written = rowsBy.get(product) ?? []
    const seen = seenBy.get(product)?.length ?? 0
    const unsure = written.filter(({ outcome }) => outcome === null || outcome === 'network' || outcome === 'timeout').length
    if (seen > written.length || seen < written.length - unsure)
      findings.add(
        'calls = ledger',
        `${product}: the upstream saw ${seen} calls; the ledger has ${written.length} rows, ${unsure} of which may not have arrived`,
      )
  }
  checkTokens(rows, observer, findings)
  checkBudget(rig, rows, findings)
  return {
    seen: calls.length,
    rows: rows.length,
    withoutOutcome: rows.filter(({ outcome }) => outcome === null).length,
    tokens: observer.tokens.values().reduce((sum, n) => sum + n, 0),
  }
}

function checkTokens(rows: readonly Row[], observer: Observer, findings: Findings): void {
  const byRequest = Map.groupBy(
    rows.filter(({ request_id, cause, outcome }) => request_id !== null && (cause === 'request' || outcome === null)),
    ({ request_id }) => request_id as string,
  )
  for (const [requestId, used] of observer.tokens) {
    const ofRequest = byRequest.get(requestId) ?? []
    const certain = ofRequest.filter(({ outcome }) => outcome !== null).length
    if (used < certain || used > ofRequest.length)
      findings.add('tokensUsed = ledger', `request ${requestId} reported ${used} calls; the ledger has ${certain} to ${ofRequest.length}`)
  }
}

const MINUTE_MS = 60_000

/** In each minute of the wall clock that was lived through only once, the ledger has no more calls than its budget. */
function checkBudget({ clock }: Rig, rows: readonly Row[], findings: Findings): void {
  const weather = rows.filter(({ product }) => product === 'openweather/onecall')
  const byMinute = Map.groupBy(weather, ({ started_at }) => Math.floor(started_at.getTime() / MINUTE_MS))
  for (const [minute, inIt] of byMinute) {
    const [from, to] = [minute * MINUTE_MS, (minute + 1) * MINUTE_MS]
    if (clock.repeated.some((span) => span.from < to && span.to > from)) continue
    if (inIt.length > BUDGET.perMinute)
      findings.add(
        'budgets are never overshot',
        `${inIt.length} calls in the minute of ${new Date(from).toISOString()}; allowed are ${BUDGET.perMinute}`,
      )
  }
}
