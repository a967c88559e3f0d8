import { randomUUID } from 'node:crypto'
import { type Cell, type WeatherScope, formatInstant, toCell } from '@isobar/weather'
import { parseRecordData, type Gateway, type ScopeRecord } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS } from '../../../time.ts'
import type { ReportBody } from './schemas.ts'
import type { ReportStore } from './store.ts'
import type { ReportField, ShownWeather } from './tables.ts'

export type ReportService = ReturnType<typeof createReportService>

export interface ReportOptions {
  readonly gateway: Pick<Gateway, 'peek'>
  readonly store: ReportStore
  /** Keyed hash of a clientId, which is the client's secret. */
  readonly clientIdHash: (clientId: string) => string
  readonly clock: Clock
}

const STORED_MS = 400 * DAY_MS
/** The oldest are deleted beyond this, because anybody can send reports. */
const MAX_REPORTS = 50_000

/** Reads the shown weather from the gateway's cache. */
export function createReportService({ gateway, store, clientIdHash, clock }: ReportOptions) {
  /** The data that was shown: for a report about an alert the alerts, whichever scope they were shown with. */
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
        data: parseRecordData(each),
      }))
  }

  return {
    /** Stores a report with the cached weather of its place; resolves when it is written. Calls no provider. */
    async receive({ lat, lon, scope = 'current', field = 'other', clientId, ...optional }: ReportBody) {
      const receivedAt = clock.now()
      const cell = toCell(lat, lon)
      const reportId = randomUUID()
      await store.insertReport({
        id: reportId,
        receivedAt,
        lat,
        lon,
        cellId: cell.id,
        scope,
        field,
        observedValue: optional.observedValue ?? null,
        units: optional.units ?? null,
        comment: optional.comment ?? null,
        client: clientId === undefined ? null : clientIdHash(clientId),
        shown: await shownAt(cell, scope, field),
      })
      return { reportId, receivedAt: formatInstant(receivedAt) }
    },
    /** Deletes reports that are too old or too many. */
    trim: (): Promise<void> => store.deleteBeyond(clock.now() - STORED_MS, MAX_REPORTS),
  }
}
