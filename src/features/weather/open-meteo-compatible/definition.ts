import { type AskedUnits, convertQuantity, type Quantity, type Unit, chooseColumnUnit } from './unit.ts'
import type { VariableName } from './variable-name.ts'

/** How a variable is read from a row, in canonical units (seconds since 1970 for instants); null: unknown. */
export interface Definition<Row> {
  readonly quantity: Quantity
  readonly value: (row: Row) => number | null
  /** It follows from place and time alone, so that its being known says nothing of the weather. */
  readonly isFromSun?: true
  /** It is of the hour before a row's time, so that it may be known one row longer than the rest. */
  readonly isPreceding?: true
}

/** The definitions of a block's variables by today's names. */
export type Definitions<Row> = Readonly<Record<string, Definition<Row>>>

/** A variable of a block with its values, one for each row, in the unit asked for. */
export interface Column {
  readonly name: VariableName
  readonly unit: Unit
  /** Whether the values are instants, in seconds since 1970. */
  readonly isTime: boolean
  /** Whether they follow from place and time alone. */
  readonly isFromSun: boolean
  /** Whether they are of the hour before a row's time. */
  readonly isPreceding: boolean
  readonly values: readonly (number | null)[]
}

/** A definition with its type of row. */
export function defineVariable<Row>(quantity: Quantity, value: Definition<Row>['value']): Definition<Row> {
  return { quantity, value }
}

/** A variable of theirs that no source has: unknown everywhere. */
const LACKING: Definition<unknown> = { quantity: 'undefined', value: () => null }

/** The columns of a block in the order asked. */
export function buildBlockColumns<Row>(
  names: readonly VariableName[],
  find: (name: string) => Definition<Row> | undefined,
  rows: readonly Row[],
  asked: AskedUnits,
  isUnixTime: boolean,
): readonly Column[] {
  return names.map((name) => {
    const { quantity, value, isFromSun = false, isPreceding = false } = find(name.name) ?? LACKING
    const unit = chooseColumnUnit(quantity, asked, isUnixTime)
    const values = rows.map((row) => convertQuantity(value(row), quantity, asked, unit.decimals))
    return { name, unit, isTime: quantity === 'time', isFromSun, isPreceding, values }
  })
}

/** Finds by its own names only. */
export function findIn<Row>(definitions: Definitions<Row>) {
  return (name: string): Definition<Row> | undefined => (Object.hasOwn(definitions, name) ? definitions[name] : undefined)
}
