import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const SETTING = process.env['VERIFICATION_SETS']
const FOLDER =
  SETTING === undefined ? new URL('../../../shared/upstream-samples/verification/', import.meta.url) : pathToFileURL(`${SETTING}/`)

/** Whether the folder of forecasts with observations is beside the repository. */
export const hasSets: boolean = existsSync(FOLDER)

export const WITHOUT_SETS =
  'NOT RUN: there is no folder of forecasts with observations beside the repository (../shared/upstream-samples/verification), nor does VERIFICATION_SETS name one'

export type Row = Readonly<Record<string, string>>

/** The rows of a set by column. No field of these sets is quoted. */
export function rowsOf(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const fields = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, fields[i] ?? '']))
  })
}

/** A number of a row; an empty cell is NaN. */
export function numberOf(row: Row, name: string): number {
  const text = row[name] ?? ''
  return text === '' ? NaN : Number(text)
}

/** A figure of the authors, by its path of keys. */
export function authorsFigure(path: readonly string[]): number {
  // NaN is not JSON; the sets use it where there were no cases.
  const text = readFileSync(new URL('reference_figures.json', FOLDER), 'utf8').replaceAll('NaN', 'null')
  let value: unknown = JSON.parse(text)
  for (const key of path) value = (value as Readonly<Record<string, unknown>>)[key]
  if (typeof value !== 'number') throw new Error(`reference_figures.json has no number at ${path.join(' › ')}`)
  return value
}

/** One of our scores beside the one published with the set. */
export interface Figure {
  readonly set: string
  readonly score: string
  readonly ours: number
  readonly authors: number
  /** Decimals that the authors wrote. */
  readonly decimals: number
}
