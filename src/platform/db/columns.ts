import type { ColumnType } from 'kysely'

/** The PostgreSQL types that tables use, by `pg_type.typname`, with their parsed types (see `column-types.ts`). */
interface Scalars {
  text: string
  varchar: string
  uuid: string
  int2: number
  int4: number
  int8: number
  float4: number
  float8: number
  numeric: string
  bool: boolean
  date: string
  timestamptz: Date
  bytea: Buffer
  jsonb: unknown
  inet: string
}

type Scalar = keyof Scalars
type TypeName = Scalar | `${Scalar}[]`
/**
 * Follows the type: whether the column is nullable, whether an insert may omit it, or whether PostgreSQL sets it (`identity`: GENERATED
 * ALWAYS, `generated`: computed).
 */
type Modifier = '' | ' null' | ' default' | ' null default' | ' identity' | ' generated' | ' null generated'
/** One column, such as `'timestamptz default'`. An identity BY DEFAULT counts as `default`. */
export type ColumnSpec = `${TypeName}${Modifier}`

declare const shape: unique symbol
/** A column whose TypeScript type is narrower than its PostgreSQL type. */
export type Narrowed<Shape, Spec extends ColumnSpec> = Spec & { readonly [shape]: Shape }

/** `narrowed<'a' | 'b'>()('text')`, `narrowed<Settings>()('jsonb')`: the spec with the type that the code gives its values. */
export function narrowColumn<Shape>(): <Spec extends ColumnSpec>(spec: Spec) => Narrowed<Shape, Spec> {
  return (spec) => spec as Narrowed<Shape, typeof spec>
}

export type TableSpecs = Readonly<Record<string, Readonly<Record<string, ColumnSpec>>>>

/**
 * Declares a feature's tables and columns once, as data. The Kysely interface is derived from it (`TablesOf<typeof tables>`), and
 * `compareTables` checks it against the catalogs, so that the types cannot disagree with the database.
 */
export function defineTables<const Specs extends TableSpecs>(specs: Specs): Specs {
  return specs
}

export type TablesOf<Specs extends TableSpecs> = {
  -readonly [Table in keyof Specs]: { -readonly [Column in keyof Specs[Table]]: ColumnOf<Specs[Table][Column]> }
}

type ColumnOf<Spec> = Spec extends Narrowed<infer Shape, ColumnSpec> ? Of<Spec, Shape> : Of<Spec, ValueOf<TypeOf<Spec>>>

type TypeOf<Spec> = Spec extends `${infer Type} ${string}` ? Type : Spec
type ValueOf<Type> = Type extends Scalar ? Scalars[Type] : Type extends `${infer Item extends Scalar}[]` ? Scalars[Item][] : never

/**
 * The type of a written value. JSON is written as text: `pg` would send a JavaScript array as a PostgreSQL array. Instants may also be
 * written as ISO text. Matches the whole spec, since nothing can be inferred from a narrowed one.
 */
type Written<Spec, Value> = Spec extends OfType<'jsonb'> ? string : Spec extends OfType<'timestamptz'> ? Date | string : Value
type OfType<Type extends string> = Type | `${Type} ${string}`

type Of<Spec, Value> = Spec extends `${string} null${string}`
  ? Shaped<Spec, Value | null, Written<Spec, Value> | null, true>
  : Shaped<Spec, Value, Written<Spec, Value>, false>

type Shaped<Spec, Read, Write, Nullable> = Spec extends `${string} ${'identity' | 'generated'}` | `${string} null generated`
  ? ColumnType<Read, never, never>
  : Spec extends `${string} default` | `${string} null default`
    ? ColumnType<Read, Write | undefined, Write>
    : Nullable extends true
      ? ColumnType<Read, Write | undefined, Write>
      : ColumnType<Read, Write, Write>
