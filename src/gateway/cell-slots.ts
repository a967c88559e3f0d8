import { CELL_SCOPES, type Cell, type CellScope, type FreshnessWindows } from '@isobar/weather'
import { computeLastAlertEnd } from './alert-entries.ts'
import { type AlertRecord, decodeRecord, type ScopeRecord } from './record.ts'
import { type Source, selectScopeSources } from './sources.ts'

/** Where a record is stored. */
export type Slot = Pick<ScopeRecord, 'scope' | 'source'>

/** The records of slots whose values were read from the second level; what is missing or unreadable is left out. */
export function decodeSlots(slots: readonly Slot[], values: readonly (Buffer | null | undefined)[]): ScopeRecord[] {
  return slots.flatMap(({ scope }, index) => {
    const bytes = values[index]
    return (bytes && decodeRecord(bytes, scope)) ?? []
  })
}

/** Epoch milliseconds until which a record is usable; for alerts, the end of the last one. */
export function computeUsableUntil(record: ScopeRecord, windows: FreshnessWindows): number {
  const limit = record.fetchedAt + windows[record.scope].emergencySeconds * 1_000
  return isAlertRecord(record) ? Math.max(limit, computeLastAlertEnd(record)) : limit
}

/** Whether it is the official alerts of a place. */
export function isAlertRecord(record: ScopeRecord): record is AlertRecord {
  return record.scope === 'alert'
}

/** The moment that a value of the second level states, epoch milliseconds; 0 for anything else. */
export function findInstant(value: Buffer): number {
  const ms = Number(value.toString('latin1', 0, 20))
  return Number.isFinite(ms) ? ms : 0
}

export const toRecordKey = ({ id }: Pick<Cell, 'id'>, { scope, source }: Slot): string => `cell:${id}:${scope}:${source}`
export const toAbsentKey = ({ id }: Cell, absence: string): string => `cell:${id}:absent:${absence}`

/** Where the records of these sources are stored, and in which order. */
export function listSlots(sources: readonly Source[]) {
  const slotsOf = (scope: CellScope) => selectScopeSources(sources, scope).map(({ id }) => ({ scope, source: id }))
  const slots = CELL_SCOPES.flatMap(slotsOf)
  return {
    slots,
    extendedSlots: slotsOf('extended'),
    alertSlots: slots.filter(({ scope }) => scope === 'alert'),
    absentable: sources.filter(({ absentMs }) => absentMs > 0).map(({ absence }) => absence),
    kindOf: new Map(sources.map(({ id, kind }) => [id, kind])),
    order: sources.map(({ id }) => id),
  }
}
