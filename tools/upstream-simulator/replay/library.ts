import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { BadControl } from '../input.ts'
import { nearest } from '../places/distance.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { shiftToNow } from './shift.ts'

/** A rule that answers a path with a file as it is, whatever the coordinates. */
export interface ReplayMapping {
  readonly path: string
  readonly file: string
}

interface Recording {
  readonly file: string
  readonly lat: number
  readonly lon: number
}

/** A folder of recorded answers. */
export interface ReplayLibrary {
  readonly dir: string
  readonly mappings: readonly ReplayMapping[]
  /** The answer to a request that was mapped by hand, with the status in its file's name (`error_401_…`, `…_404.json`); null if there is none. */
  mapped(request: WireRequest): WireAnswer | null
  /** The recorded One Call nearest to the coordinates, its times moved to now; null for other requests, or if there is none. */
  recorded(request: WireRequest): WireAnswer | null
}

/** Reads a folder (and its subfolders). @throws BadControl when it cannot be read, or a mapping names a file that is not in it. */
export function openLibrary(dir: string, mappings: readonly ReplayMapping[]): ReplayLibrary {
  const root = resolve(dir)
  const files = filesIn(root)
  const recordings = files.flatMap((file) => recordingOf(root, file))
  for (const { file } of mappings) if (!files.includes(file)) throw new BadControl(`${file} is not in the replay folder`)
  return {
    dir: root,
    mappings,
    mapped({ path }) {
      const file = mappings.find((mapping) => path.startsWith(mapping.path))?.file
      if (file === undefined) return null
      const status = Number(/_(30[1-8]|4\d\d|5\d\d)(?=[_.])[^/]*$/.exec(file)?.[1] ?? 200)
      return { status, headers: { 'content-type': typeOf(file) }, body: readFileSync(join(root, file)) }
    },
    recorded({ path, query, now }) {
      const near = path === ONE_CALL ? nearest(recordings, Number(query.get('lat')), Number(query.get('lon'))) : null
      if (near === null) return null
      const body = JSON.parse(readFileSync(join(root, near.place.file), 'utf8')) as Record<string, unknown>
      shiftToNow(body, now)
      for (const block of (query.get('exclude') ?? '').split(',')) if (BLOCKS.has(block)) delete body[block]
      return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) }
    },
  }
}

const ONE_CALL = '/data/3.0/onecall'
const BLOCKS = new Set(['current', 'minutely', 'hourly', 'daily', 'alerts'])
const JSON_TYPE = 'application/json; charset=utf-8'

function filesIn(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted()
  } catch {
    throw new BadControl(`the replay folder cannot be read: ${root}`)
  }
}

/** Of a recorded One Call; one that was written by hand, or is no JSON, only answers when mapped. */
function recordingOf(root: string, file: string): Recording[] {
  if (!/(?:^|\/)onecall(?:3|25)_[^/]*\.json$/.test(file) || file.includes('HANDWRITTEN')) return []
  try {
    const { lat, lon } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly lat?: unknown; readonly lon?: unknown }
    return typeof lat === 'number' && typeof lon === 'number' ? [{ file, lat, lon }] : []
  } catch {
    return []
  }
}

/** OpenWeather's tiles answer an invalid key with JSON that is called a picture. */
function typeOf(file: string): string {
  if (file.endsWith('.html')) return 'text/html'
  return file.endsWith('.png') || file.includes('image_png') ? 'image/png' : JSON_TYPE
}
