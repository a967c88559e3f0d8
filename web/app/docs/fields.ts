import { resolved, type Schema, type Schemas } from './document.ts'

/** A field of a body, an answer or a query, as a row of a table. */
export interface Field {
  /** Including its parents: `units.temperature`, `cities[].lat`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** Bounds, pattern, default. */
  readonly limits: readonly string[]
}

/** One variant of a schema. */
export interface Shape {
  /** What distinguishes it: `scope: current`; null for the only one. */
  readonly name: string | null
  readonly fields: readonly Field[]
}

/** Tables end at this depth; the example shows the rest. */
const MAX_DEPTH = 4
const LONG_PATTERN = 60

/** The variants of a schema, each flattened into rows. */
export function shapesOf(schema: Schema, schemas: Schemas): readonly Shape[] {
  const { schema: plain } = withoutNull(resolved(schema, schemas), schemas)
  const list = plain.type === 'array' && plain.items !== undefined ? withoutNull(resolved(plain.items, schemas), schemas).schema : undefined
  const whole = list ?? plain
  const prefix = list === undefined ? '' : '[].'
  const variants = (whole.anyOf ?? []).map((each) => resolved(each, schemas)).filter(({ properties }) => properties !== undefined)
  if (variants.length > 1) return variants.map((each) => ({ name: nameOf(each), fields: fieldsOf(each, schemas, prefix, 0) }))
  return [{ name: null, fields: fieldsOf(whole, schemas, prefix, 0) }]
}

/** Type and limits of one value. */
export function valueOf(given: Schema, schemas: Schemas): Pick<Field, 'type' | 'limits'> {
  const { schema, isNullable } = withoutNull(resolved(given, schemas), schemas)
  return { type: `${typeOf(schema, schemas)}${isNullable ? ' or null' : ''}`, limits: limitsOf(schema) }
}

function fieldsOf(schema: Schema, schemas: Schemas, prefix: string, depth: number): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]): Field[] => {
    const property = resolved(given, schemas)
    const { schema: plain } = withoutNull(property, schemas)
    const name = `${prefix}${key}`
    const field = {
      name,
      ...valueOf(property, schemas),
      isRequired: schema.required?.includes(key) ?? false,
      description: property.description ?? plain.description ?? '',
    }
    return depth >= MAX_DEPTH ? [field] : [field, ...innerFields(plain, schemas, name, depth + 1)]
  })
}

function innerFields(schema: Schema, schemas: Schemas, name: string, depth: number): Field[] {
  if (schema.properties !== undefined) return fieldsOf(schema, schemas, `${name}.`, depth)
  const items = schema.items === undefined ? undefined : withoutNull(resolved(schema.items, schemas), schemas).schema
  if (items?.properties !== undefined) return fieldsOf(items, schemas, `${name}[].`, depth)
  const [first] = schema.anyOf ?? []
  const inner = first === undefined ? undefined : resolved(first, schemas)
  return inner?.properties === undefined ? [] : fieldsOf(inner, schemas, `${name}.`, depth)
}

/** `X or null` is shown as X. */
function withoutNull(schema: Schema, schemas: Schemas): { readonly schema: Schema; readonly isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others === undefined || others.length === schema.anyOf?.length) return { schema, isNullable: false }
  const [only] = others
  const plain = others.length === 1 && only !== undefined ? resolved(only, schemas) : { anyOf: others }
  return { schema: plain, isNullable: true }
}

function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((each) => typeOf(resolved(each, schemas), schemas)))].join(' | ')
  if (schema.type === 'array') return `array of ${schema.items === undefined ? 'anything' : valueOf(schema.items, schemas).type}`
  if (schema.type === undefined) return 'anything'
  return schema.format === undefined ? schema.type : `${schema.type} (${schema.format})`
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const limits = [between(minimum, maximum, ''), between(minLength, maxLength, ' characters'), between(minItems, maxItems, ' items')]
  if (pattern !== undefined && pattern.length <= LONG_PATTERN) limits.push(`pattern \`${pattern}\``)
  if (schema.default !== undefined) limits.push(`default \`${JSON.stringify(schema.default)}\``)
  return limits.filter((each) => each !== '')
}

function between(min: number | undefined, max: number | undefined, of: string): string {
  if (min === undefined && max === undefined) return ''
  if (min === max) return `${String(min)}${of}`
  if (min === undefined) return `at most ${String(max)}${of}`
  return max === undefined ? `at least ${min}${of}` : `${min} to ${max}${of}`
}

/** A variant is named by its field with a single value, else by its title. */
function nameOf({ properties = {}, title }: Schema): string {
  for (const [key, { enum: values = [], const: only }] of Object.entries(properties)) {
    const [value] = only === undefined ? values : [only]
    if (value !== undefined && (only !== undefined || values.length === 1)) return `${key}: ${String(value)}`
  }
  return title ?? 'otherwise'
}
