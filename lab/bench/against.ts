import { median } from '../median.ts'
import { ratioOf, type Row } from './row.ts'
import { significant } from './table.ts'

/** How a row compares with the same row of an earlier run. */
export interface Comparison {
  readonly group: string
  readonly name: string
  readonly verdict: 'slower' | 'faster' | 'same' | 'unknown'
  /** Ratios, where 1 is the yardstick's speed, or values if there is no yardstick. */
  readonly before: Spread
  readonly now: Spread
  /** The share of the earlier speed that is left: 0.5 is half as fast. */
  readonly speed: number
}

/** Over the rounds of a run. */
export interface Spread {
  readonly middle: number
  readonly least: number
  readonly most: number
}

/** Fewer rounds have no useful spread. */
const ENOUGH_ROUNDS = 3
const TITLES = { slower: 'Slower beyond the noise of the rounds', faster: 'Faster', unknown: 'Too few rounds to judge' } as const

/**
 * Compares the rows that both runs have, ratio with ratio, since a busier machine slows both sides down. A row has changed when its medians are
 * further apart than the spreads of both runs' rounds together; then no round of this run is like any of the earlier one.
 */
export function compareRuns(then: readonly Row[], now: readonly Row[]): Comparison[] {
  return now.flatMap((row) => {
    const earlier = then.find((each) => isSameKind(row, each))
    return earlier === undefined ? [] : [compareRows(earlier, row)]
  })
}

/** The rows of one run that the other does not have. */
export function withoutCounterpart(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter((row) => !others.some((other) => isSameKind(row, other)))
}

/** A comparison in lines: what changed, with its spreads, and how many rows did not. */
export function renderComparison(comparisons: readonly Comparison[]): string[] {
  const lines = Object.entries(TITLES).flatMap(([verdict, title]) => {
    const found = comparisons.filter((each) => each.verdict === verdict)
    return found.length === 0 ? [] : [`${title}:`, ...found.map(lineOf)]
  })
  const same = comparisons.filter(({ verdict }) => verdict === 'same').length
  return [...lines, `Unchanged, as far as the rounds can tell: ${same} of ${comparisons.length}`]
}

const lineOf = ({ group, name, before, now, speed }: Comparison): string =>
  `  ${group}: ${name}: ${spreadText(before)} before, ${spreadText(now)} now; ${significant(speed)} times as fast`

const spreadText = ({ middle, least, most }: Spread): string => `${significant(middle)} (${significant(least)} to ${significant(most)})`

function isSameKind(a: Row, b: Row): boolean {
  return a.group === b.group && a.name === b.name && a.unit === b.unit && a.yardstick === b.yardstick
}

function compareRows(earlier: Row, later: Row): Comparison {
  const { group, name, unit, yardstick } = later
  const [before, now] = [spreadOf(earlier), spreadOf(later)]
  const isMoreBetter = yardstick !== null || unit === '/s'
  const speed = isMoreBetter ? now.middle / before.middle : before.middle / now.middle
  const enough = Math.min(earlier.rounds.length, later.rounds.length) >= ENOUGH_ROUNDS
  const isChanged = Math.abs(now.middle - before.middle) > before.most - before.least + now.most - now.least
  const verdict = !enough ? 'unknown' : !isChanged ? 'same' : speed < 1 ? 'slower' : 'faster'
  return { group, name, verdict, before, now, speed }
}

function spreadOf({ unit, rounds }: Row): Spread {
  const values = rounds.map((round) => ratioOf(unit, round) ?? round.isobar.value)
  return { middle: median(values), least: Math.min(...values), most: Math.max(...values) }
}
