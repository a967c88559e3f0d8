import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type * as Saxes from 'saxes'
import { decodeXml } from '../cap/xml.ts'

const require = createRequire(import.meta.url)

/** Four times the largest known document: the German service's has 0.9 MB. */
const MAX_BYTES = 4 * 1024 * 1024
/** Parsed at once; the event loop has its turn between two slices. */
const SLICE = 64 * 1024
const MAX_DEPTH = 64
/** A list of two minutes' steps over a day has 20 kB. */
const MAX_DIMENSION = 128 * 1024

/** The dimensions that are read: when a picture holds, and of which run it is. */
const DIMENSIONS = ['time', 'reference_time'] as const
type DimensionName = (typeof DIMENSIONS)[number]
/** A dimension as its layer states it. */
interface Dimension {
  readonly text: string
  /** Its value if none is asked for; null: not stated. */
  readonly default: string | null
}
export type LayerTimes = Readonly<Partial<Record<DimensionName, Dimension>>>

interface OpenLayer {
  name: string
  /** Its own, without those of the layers around it. */
  readonly dimensions: Partial<Record<DimensionName, Dimension>>
}

/** Thrown inside the parser, which cannot be stopped in any other way. */
class Stop extends Error {}

const stop = (): never => {
  throw new Stop()
}

/**
 * The times of a layer in a WMS capabilities document and of its runs, as it states them or the layers around it do; null if the document has no
 * such layer, the layer no times, or the document is broken before the layer's end, has a document type or is over the limits of size (4 MB) and depth (64). A prefix of a name (`dwd:`)
 * does not count.
 */
export async function readLayerTimes(bytes: Uint8Array, layer: string): Promise<LayerTimes | null> {
  const text = bytes.length > MAX_BYTES ? null : decodeXml(bytes)
  if (text === null) return null
  const reader = openReader(layer)
  try {
    for (let at = 0; at < text.length; at += SLICE) {
      reader.write(text.slice(at, at + SLICE))
      await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
  return reader.found()
}

function openReader(wanted: string) {
  // Loaded only when a service is read.
  const { SaxesParser } = require('saxes') as typeof Saxes
  const parser = new SaxesParser({ xmlns: false, position: false })
  const path: string[] = []
  const layers: OpenLayer[] = []
  let text: string | null = null
  let dimension: { readonly name: DimensionName; readonly default: string | null } | undefined
  let found: LayerTimes | null = null
  parser.on('error', stop)
  parser.on('doctype', stop)
  parser.on('opentag', ({ name, attributes }) => {
    const local = withoutPrefix(name)
    path.push(local)
    if (path.length > MAX_DEPTH) stop()
    if (local === 'Layer') layers.push({ name: '', dimensions: {} })
    const isOfLayer = path.at(-2) === 'Layer'
    const axis = local === 'Dimension' || local === 'Extent' ? String(attributes['name']).toLowerCase() : null
    const known = DIMENSIONS.find((each) => each === axis)
    dimension = known && { name: known, default: attributes['default'] ?? null }
    text = isOfLayer && (local === 'Name' || known !== undefined) ? '' : null
  })
  const append = (part: string): void => {
    if (text === null) return
    text += part
    if (text.length > MAX_DIMENSION) stop()
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    const local = path.pop()
    const layer = layers.at(-1)
    if (layer !== undefined && text !== null && text.trim() !== '') {
      if (dimension !== undefined) layer.dimensions[dimension.name] = { text: text.trim(), default: dimension.default }
      else layer.name = withoutPrefix(text.trim())
    }
    text = null
    if (local !== 'Layer') return
    const stated: LayerTimes = Object.assign({}, ...layers.map(({ dimensions }) => dimensions))
    layers.pop()
    if (layer?.name !== wanted) return
    found = stated.time === undefined ? null : stated
    stop()
  })
  return { write: (slice: string): void => void parser.write(slice), found: () => found }
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
