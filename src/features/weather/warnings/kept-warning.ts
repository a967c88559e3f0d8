import { hash } from 'node:crypto'
import type { Absence } from '../../../domain/alert-absence.ts'
import { runsUntil } from '../../../domain/alert-state.ts'
import { parseInstant } from '../../../domain/instant.ts'
import type { AreaCode, OfficialWarning, WarningArea } from '../../../domain/official-warning.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import { DAY_MS } from '../../../time.ts'
import type { Shape } from './geometry/shape.ts'

/**
 * `running`: not over unless its end has passed; `ended`: called off; `replaced`: another warning of the feed took its place, which is no
 * all-clear.
 */
export type WarningState = 'running' | 'ended' | 'replaced'

/** A warning's message as kept: the geometry of its areas is kept once for all warnings. */
export interface KeptMessage extends Omit<OfficialWarning, 'areas'> {
  readonly areas: readonly KeptArea[]
}

export interface KeptArea {
  readonly name: string
  readonly codes: readonly AreaCode[]
  /** The hash of its own geometry (hexadecimal); null if it has none. */
  readonly shape: string | null
  readonly height?: WarningArea['height']
}

/** A warning as it stands after all readings so far. */
export interface KeptWarning {
  readonly key: string
  readonly message: KeptMessage
  /** A hash over the message as it came. */
  readonly digest: string
  readonly state: WarningState
  /** Epoch milliseconds since when. */
  readonly stateAt: number
  readonly simulated: boolean
  /** That it is missing from the latest complete readings. */
  readonly absence: Absence | null
}

/** A warning as it came, made ready for keeping. */
export interface Arrival {
  readonly message: KeptMessage
  readonly digest: string
  /** The geometry of its areas, by hash. */
  readonly shapes: ReadonlyMap<string, Shape>
}

/** How long places are told of what is no more: all readers must see that it was called off. */
const CALLED_OFF_MS = DAY_MS
/** A warning that states no end at all lasts until its feed ends it or lacks it; if that is read no more, at most so long. */
const ENDLESS_MS = 365 * DAY_MS

/** Separates a message from the geometry of its areas. */
export function arrivalOf(warning: OfficialWarning): Arrival {
  const { areas, ...message } = JSON.parse(storableJson(warning)) as OfficialWarning
  const shapes = new Map<string, Shape>()
  const kept = areas.map(({ name, codes, polygons, circles, height }): KeptArea => {
    const area = { name, codes, ...(height !== undefined && { height }) }
    if (polygons.length === 0 && circles.length === 0) return { ...area, shape: null }
    const shape = { polygons, circles }
    const key = hashOf(shape)
    shapes.set(key, shape)
    return { ...area, shape: key }
  })
  const stripped = { ...message, areas: kept }
  return { message: stripped, digest: hashOf(stripped), shapes }
}

/** 128 bits, hexadecimal, over a value as JSON. */
export function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32)
}

/** Until when places are told of a warning, epoch milliseconds. */
export function listedUntil({ message, state, stateAt }: KeptWarning, now: number): number {
  if (state !== 'running') return stateAt + CALLED_OFF_MS
  const end = runsUntil(timesOf(message))
  return end === Infinity ? now + ENDLESS_MS : end
}

/** The times that decide whether a message still holds, as an alert's. */
export function timesOf({ start, end, expires, ended }: KeptMessage) {
  return { start, end, cancelled: ended, ...(expires === null ? {} : { expires }) }
}

/** Whether the message has expired: issuers no longer list those, though the event may go on. */
export function hasExpired({ expires }: KeptMessage, now: number): boolean {
  return expires !== null && parseInstant(expires) <= now
}
