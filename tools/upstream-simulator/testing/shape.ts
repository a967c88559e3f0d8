/** Shapes of JSON for tests: the paths in it, their types, and how many of their parents have them. */

export type Shape = Map<string, { types: Set<string>; seen: number; parents: number }>

/** Paths whose keys are data: only their values' types count. */
const OPEN = /(?:\.local_names|\.parameters|\.geocode|\.eventCode)$/

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal'
  return typeof value
}

/** Adds a value to a shape. */
export function addShape(shape: Shape, value: unknown, path = '$'): Shape {
  const entry = entryOf(shape, path)
  entry.types.add(typeOf(value))
  entry.seen += 1
  if (Array.isArray(value)) for (const element of value) addShape(shape, element, `${path}[]`)
  else if (typeof value === 'object' && value !== null) {
    entry.parents += 1
    for (const [key, part] of Object.entries(value)) addShape(shape, part, OPEN.test(path) ? `${path}.*` : `${path}.${key}`)
  }
  return shape
}

function entryOf(shape: Shape, path: string): { types: Set<string>; seen: number; parents: number } {
  const known = shape.get(path)
  if (known !== undefined) return known
  const entry = { types: new Set<string>(), seen: 0, parents: 0 }
  shape.set(path, entry)
  return entry
}

/**
 * What is in `simulated` but never in `recorded`, and what is always in `recorded` but not always in `simulated`. Empty if the
 * simulation is faithful.
 */
export function differences(recorded: Shape, simulated: Shape): string[] {
  const found: string[] = []
  for (const [path, { types }] of simulated) {
    const known = recorded.get(path)
    if (known === undefined) {
      found.push(`${path} is never sent`)
      continue
    }
    for (const type of types)
      if (!known.types.has(type) && !(type === 'integer' && known.types.has('decimal')))
        found.push(`${path} is ${type}, recorded: ${[...known.types].join(' | ')}`)
  }
  for (const [path, entry] of recorded) {
    const cut = path.lastIndexOf('.')
    if (cut === -1 || path.endsWith('[]')) continue
    const parent = path.slice(0, cut)
    const always = entry.seen === recorded.get(parent)?.parents
    const given = simulated.get(parent)
    if (always && given !== undefined && given.parents > 0 && (simulated.get(path)?.seen ?? 0) < given.parents)
      found.push(`${path} is always sent`)
  }
  return found
}

/** The same, if the recorded numbers of a dry, calm hour happened to be whole. */
export function differencesButDecimals(recorded: Shape, simulated: Shape): string[] {
  return differences(recorded, simulated).filter((difference) => !difference.endsWith('is decimal, recorded: integer'))
}
