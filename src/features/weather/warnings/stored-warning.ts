import { hash } from 'node:crypto'
import {
  type Absence,
  type AreaCode,
  type LocatedWarning,
  type OfficialWarning,
  type WarningArea,
  getAlertEndMs,
  parseInstant,
} from '@isobar/weather'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { DAY_MS } from '../../../time.ts'
import type { Shape } from './geometry/shape.ts'

/**
 * `running`: in force unless its end has passed; `ended`: called off; `replaced`: another warning of the feed took its place, which is no
 * all-clear.
 */
export type WarningState = 'running' | 'ended' | 'replaced'

/** A warning's message as stored; identical geometry is stored once for all warnings. */
export interface StoredMessage extends Omit<OfficialWarning, 'areas'> {
  readonly areas: readonly StoredArea[]
  /** The senders of earlier messages, if they were others. */
  readonly formerSenders?: readonly string[]
  /** The identifiers of the messages that it repeats under new ones. */
  readonly repeated?: readonly string[]
}

/** An area of a stored warning; its geometry is stored separately under its hash. */
export interface StoredArea {
  readonly name: string
  readonly codes: readonly AreaCode[]
  /** The hash of its own geometry (hexadecimal); null if it has none. */
  readonly shape: string | null
  readonly height?: WarningArea['height']
}

/** A warning as it stands after all readings so far. */
export interface StoredWarning {
  readonly key: string
  readonly message: StoredMessage
  /** A hash of the message as received. */
  readonly digest: string
  readonly state: WarningState
  /** When the state began, epoch milliseconds. */
  readonly stateAt: number
  readonly simulated: boolean
  /** Its absence from the latest complete readings; null: it was listed. */
  readonly absence: Absence | null
}

/** A received warning, prepared for storing. */
export interface Arrival {
  readonly message: StoredMessage
  readonly digest: string
  /** The geometry of its areas (`Shape`) as JSON, by hash. */
  readonly shapes: ReadonlyMap<string, string>
}

/** How long places still list a warning that was called off: all readers must see that. */
const CALLED_OFF_MS = DAY_MS
/** A warning without a stated end lasts until its feed ends or drops it; if the feed is no longer read, at most this long. */
const ENDLESS_MS = 365 * DAY_MS

/** Separates a message from the geometry of its areas. */
export function toArrival(warning: OfficialWarning): Arrival {
  const { areas, ...message } = JSON.parse(writeStorableJson(warning)) as OfficialWarning
  const shapes = new Map<string, string>()
  const withoutGeometry = areas.map(({ name, codes, polygons, circles, height }): StoredArea => {
    const area = { name, codes, ...(height !== undefined && { height }) }
    if (polygons.length === 0 && circles.length === 0) return { ...area, shape: null }
    const shape: Shape = { polygons, circles }
    const geometry = JSON.stringify(shape)
    const key = hashOfText(geometry)
    shapes.set(key, geometry)
    return { ...area, shape: key }
  })
  const stripped = { ...message, areas: withoutGeometry }
  return { message: stripped, digest: hashAsJson(stripped), shapes }
}

/** A 128-bit hash of a value as JSON, hexadecimal. */
export function hashAsJson(value: unknown): string {
  return hashOfText(JSON.stringify(value))
}

function hashOfText(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

/** Until when places list a warning, epoch milliseconds. */
export function computeListingEnd({ message, state, stateAt }: StoredWarning, now: number): number {
  if (state !== 'running') return stateAt + CALLED_OFF_MS
  const end = getAlertEndMs(getMessageTimes(message))
  return end === Infinity ? now + ENDLESS_MS : end
}

/** The times that decide whether a message is still in force, in an alert's form. */
export function getMessageTimes({ start, end, expires, ended }: StoredMessage) {
  return { start, end, cancelled: ended, ...(expires === null ? {} : { expires }) }
}

/** Whether the message has expired: issuers stop listing those, though the event may go on. */
export function hasExpired({ expires }: StoredMessage, now: number): boolean {
  return expires !== null && parseInstant(expires) <= now
}

/** A message with the parts of its areas: their geometry, or else their codes, or else their names; with their heights. */
export function locateParts(message: StoredMessage): LocatedWarning {
  return {
    warning: message,
    parts: message.areas.flatMap(({ name, codes, shape, height }) => {
      const parts = shape !== null ? [shape] : codes.length > 0 ? codes.map(({ scheme, code }) => `${scheme}=${code}`) : [`name=${name}`]
      return parts.map((part) => JSON.stringify([part, height ?? null]))
    }),
  }
}
