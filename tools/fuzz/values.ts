import type { Random } from '../random.ts'
import { hostileValue } from './hostile.ts'

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** How closely a value follows its schema: valid, at its limits, or with arbitrary values in places. */
export type Manner = 'valid' | 'boundary' | 'hostile'

export interface Values {
  of(schema: Schema, manner: Manner, random: Random): unknown
}

const EDGE = 0.4
const MAX_DEPTH = 6
const WORDS = ['Berlin', 'rain', 'a', 'Nàiröbi', '東京', 'owner', 'x-1', '12345', 'some text of several words']
const LONGEST = 20_000

/** `resolve` looks up a `$ref`. */
export function createValues(resolve: (ref: string) => Schema | undefined): Values {
  function valueOf(schema: Schema, manner: Manner, random: Random, depth: number): unknown {
    if (manner === 'hostile' && random.chance(0.25)) return hostileValue(random)
    if (schema.$ref !== undefined) return valueOf(resolve(schema.$ref) ?? {}, manner, random, depth)
    const known = [
      ...(schema.examples ?? []),
      ...(schema.enum ?? []),
      ...('const' in schema ? [schema.const] : []),
      ...('default' in schema ? [schema.default] : []),
    ]
    if (known.length > 0 && (schema.enum !== undefined || 'const' in schema || random.chance(0.5))) return random.pick(known)
    if (schema.anyOf !== undefined) return valueOf(random.pick(schema.anyOf), manner, random, depth)
    if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((each) => valueOf(each, manner, random, depth)))
    const type = random.pick([schema.type ?? 'string'].flat())
    const isEdge = manner === 'boundary' && random.chance(EDGE)
    switch (type) {
      case 'object':
        return objectOf(schema, manner, random, depth)
      case 'array':
        return arrayOf(schema, manner, random, depth, isEdge)
      case 'integer':
      case 'number':
        return numberOf(schema, type === 'integer', random, isEdge)
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      default:
        return textOf(schema, random, isEdge)
    }
  }

  function objectOf(
    { properties = {}, required = [], additionalProperties }: Schema,
    manner: Manner,
    random: Random,
    depth: number,
  ): unknown {
    const value: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name)
      if (isRequired ? manner !== 'valid' && random.chance(0.05) : depth >= MAX_DEPTH || random.chance(0.5)) continue
      value[name] = valueOf(schema, manner, random, depth + 1)
    }
    if (manner !== 'valid' && random.chance(0.1)) value[random.pick(['extra', '__proto__x', 'id', 'role', ''])] = hostileValue(random)
    if (typeof additionalProperties === 'object') value[random.pick(WORDS)] = valueOf(additionalProperties, manner, random, depth + 1)
    return value
  }

  function arrayOf(
    { items = {}, minItems = 0, maxItems }: Schema,
    manner: Manner,
    random: Random,
    depth: number,
    isEdge: boolean,
  ): unknown[] {
    const most = Math.min(maxItems ?? minItems + 3, minItems + 3)
    const length = isEdge ? random.pick([0, minItems - 1, minItems, maxItems ?? 50, (maxItems ?? 50) + 1]) : random.between(minItems, most)
    if (depth >= MAX_DEPTH) return []
    return Array.from({ length: Math.min(Math.max(0, length), 300) }, () => valueOf(items, manner, random, depth + 1))
  }

  return { of: (schema, manner, random) => valueOf(schema, manner, random, 0) }
}

function numberOf({ minimum = -1_000, maximum = 100_000 }: Schema, isWhole: boolean, random: Random, isEdge: boolean): number {
  if (isEdge) return random.pick([minimum, maximum, minimum - 1, maximum + 1, 0, -0, (minimum + maximum) / 2 + 0.5, maximum * 10])
  const number = minimum + random.next() * (maximum - minimum)
  return isWhole ? Math.round(number) : Math.round(number * 1e4) / 1e4
}

function textOf({ format, pattern, minLength = 0, maxLength }: Schema, random: Random, isEdge: boolean): string {
  if (isEdge) {
    const longest = Math.min(maxLength ?? 200, LONGEST)
    return random.pick(['x', 'é', '1']).repeat(Math.max(0, random.pick([0, minLength - 1, minLength, longest, longest + 1])))
  }
  const day = `2026-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  const hex = (length: number) => Array.from({ length }, () => random.between(0, 15).toString(16)).join('')
  if (format === 'date') return day
  if (format === 'date-time') return `${day}T${String(random.between(0, 23)).padStart(2, '0')}:00:00Z`
  if (format === 'uuid') return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
  if (format === 'email') return `reader${random.between(0, 50)}@example.org`
  if (format === 'uri') return 'https://weather.example/path'
  const candidates = [
    ...WORDS,
    day,
    hex(32),
    String(random.between(0, 100)),
    `${random.between(0, 23)}:00`,
    'en',
    'DE',
    'Europe/Berlin',
    '0.0.0.0',
  ]
  const fits = pattern === undefined ? candidates : candidates.filter((text) => new RegExp(pattern, 'u').test(text))
  const text = random.pick(fits.length === 0 ? candidates : fits)
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}
