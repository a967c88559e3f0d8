import { randomUUID } from 'node:crypto'
import { dataOf, type Gateway, type ScopeRecord } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Cell, cellOf } from '../../../domain/cell.ts'
import { formatInstant } from '../../../domain/instant.ts'
import type { WeatherScope } from '../../../domain/scope.ts'
import type { ReportBody } from './schemas.ts'
import type { ReportStore } from './store.ts'
import type { ReportField, ShownWeather } from './tables.ts'

export interface Receipt {
  readonly reportId: string
  readonly receivedAt: string
}

export interface ReportService {
  /** Keeps a report with the weather that the cache holds for its place; resolves when it is written. Calls no provider. */
  receive(body: ReportBody): Promise<Receipt>
  /** Forgets what is too old or too much. */
  trim(): Promise<void>
}

export interface ReportOptions {
  readonly gateway: Pick<Gateway, 'peek'>
  readonly store: ReportStore
  /** Keyed hash of a clientId, which is a secret of its client. */
  readonly clientIdHash: (clientId: string) => string
  readonly clock: Clock
}

const KEPT_MS = 400 * 86_400_000
/** The oldest go: anybody can send reports. */
const MAX_REPORTS = 50_000

export function createReportService({ gateway, store, clientIdHash, clock }: ReportOptions): ReportService {
  /** What was being shown: a report about an alert is about the alerts, whatever part of the weather they were shown beside. */
  async function shownAt(cell: Cell, scope: WeatherScope, field: ReportField): Promise<ShownWeather[]> {
    const { record, alerts } = await gateway.peek(cell, scope)
    const records: readonly (ScopeRecord | undefined)[] = field === 'alert' ? alerts : [record]
    return records
      .filter((each) => each !== undefined)
      .map((each) => ({
        scope: each.scope,
        source: each.source,
        fetchedAt: formatInstant(each.fetchedAt),
        simulated: each.simulated,
        data: dataOf(each),
      }))
  }

  return {
    async receive({ lat, lon, scope = 'current', field = 'other', observedValue = null, units = null, comment = null, clientId }) {
      const receivedAt = clock.now()
      const cell = cellOf(lat, lon)
      const reportId = randomUUID()
      await store.insertReport({
        id: reportId,
        receivedAt,
        lat,
        lon,
        cellId: cell.id,
        scope,
        field,
        observedValue,
        units,
        comment,
        client: clientId === undefined ? null : clientIdHash(clientId),
        shown: await shownAt(cell, scope, field),
      })
      return { reportId, receivedAt: formatInstant(receivedAt) }
    },
    trim: () => store.deleteBeyond(clock.now() - KEPT_MS, MAX_REPORTS),
  }
}
