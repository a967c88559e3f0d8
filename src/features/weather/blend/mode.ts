import { type Cell, parsePlaceAddress, toCell } from '@isobar/weather'
import type { BlendMode } from '../../../gateway/index.ts'
import { rememberLast } from '../../../platform/last-only.ts'

export interface BlendSettings {
  readonly blend: BlendMode
  /** Exceptions by place: `berlin-52.52,13.41=off 60.39,5.32=on`. */
  readonly blendPlaces: string | null
}

const MODES: readonly string[] = ['on', 'off', 'auto'] satisfies readonly BlendMode[]

/** The exceptions by cell; what cannot be read is left out (`findBlendPlacesFault`). */
const readPlaces = rememberLast((line: string | null): ReadonlyMap<number, BlendMode> => {
  const entries = splitPlaces(line).map((entry) => readEntry(entry))
  return new Map(entries.flatMap((entry) => (entry === null ? [] : [entry])))
})

/** What operators want at a place: its own exception, or what they want everywhere. */
export function findBlendMode({ blend, blendPlaces }: BlendSettings, cell: Pick<Cell, 'id'>): BlendMode {
  return blendPlaces === null ? blend : (readPlaces(blendPlaces).get(cell.id) ?? blend)
}

/** Why exceptions cannot be read; null: they can. */
export function findBlendPlacesFault(line: string | null): string | null {
  const wrong = splitPlaces(line).find((entry) => readEntry(entry) === null)
  return wrong === undefined ? null : `\`${wrong}\` is no place with on, off or auto, as in \`berlin-52.52,13.41=on\``
}

function splitPlaces(line: string | null): readonly string[] {
  return line?.split(' ').filter((entry) => entry !== '') ?? []
}

function readEntry(entry: string): readonly [number, BlendMode] | null {
  const at = entry.lastIndexOf('=')
  const place = at === -1 ? null : parsePlaceAddress(entry.slice(0, at))
  const mode = entry.slice(at + 1)
  return place === null || !MODES.includes(mode) ? null : [toCell(place.lat, place.lon).id, mode as BlendMode]
}
