import type { Program } from './programs.ts'
import type { Outcome } from './stage.ts'

/** What the service says of the place now, in °C, percent, hPa and m/s; null: it does not know. */
export interface Facts {
  readonly temperature: number | null
  readonly humidity: number | null
  readonly pressure: number | null
  readonly wind: number | null
}

/** A program may round to whole numbers. */
const TOLERANCE: Readonly<Record<keyof Facts, number>> = { temperature: 0.51, humidity: 0.51, pressure: 0.76, wind: 0.51 }
/** What programs print of a value that they did not get. */
const NOTHING = /\b(?:NaN|undefined|null|None|Infinity|Invalid Date|1970-01-01|N\/A)\b/

/** What is wrong with what a program did; empty: nothing. */
export function judge({ temperatureIn }: Pick<Program, 'temperatureIn'>, { status, output, errors }: Outcome, facts: Facts): string[] {
  if (status !== 0) return [`ended with ${status}: ${lastLine(errors) || lastLine(output)}`]
  const found: string[] = []
  if (output.trim() === '') found.push('printed nothing')
  const nothing = NOTHING.exec(output)
  if (nothing !== null) found.push(`printed ${nothing[0]}: …${output.slice(Math.max(0, nothing.index - 60), nothing.index + 20)}…`)
  const printed = temperatureIn === undefined ? readJson(output) : { temperature: Number(temperatureIn.exec(output)?.[1] ?? Number.NaN) }
  for (const [name, known] of Object.entries(facts) as [keyof Facts, number | null][]) {
    const value = printed[name]
    if (value === undefined || known === null) continue
    if (!(Math.abs(Number(value) - known) <= TOLERANCE[name])) found.push(`${name} is ${String(value)} instead of ${known}`)
  }
  return found
}

function readJson(output: string): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(output) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
