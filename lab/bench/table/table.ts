import { median } from '../../median.ts'
import { type Goal, ratioOf, type Round, type Row, type Sample } from './row.ts'

/** A server busy for at least this share of the time is the limit; below it, the server was waiting for the load. */
const BUSY = 0.9

/** A row in figures: medians over its rounds. */
export interface Figures {
  readonly isobar: number
  readonly yardstick: number | null
  readonly ratio: number | null
  readonly p99Ms: number | null
  readonly yardstickP99Ms: number | null
  /** Null without a goal. */
  readonly reached: boolean | null
  /** The sides whose server had time left, so that the load generator is what was measured. */
  readonly idle: readonly ('isobar' | 'yardstick')[]
}

export function figuresOf({ unit, goal, rounds }: Pick<Row, 'unit' | 'goal' | 'rounds'>): Figures {
  const isobar = median(rounds.map((round) => round.isobar.value))
  const ratio = medianOfKnown(rounds.map((round) => ratioOf(unit, round)))
  const p99Ms = medianOfKnown(rounds.map((round) => round.isobar.p99Ms))
  const yardstickP99Ms = medianOfKnown(rounds.map((round) => round.yardstick?.p99Ms ?? null))
  return {
    isobar,
    yardstick: medianOfKnown(rounds.map((round) => round.yardstick?.value ?? null)),
    ratio,
    p99Ms,
    yardstickP99Ms,
    reached: goal === null ? null : isReached(goal, { isobar, ratio, p99Ms, yardstickP99Ms }),
    idle: (['isobar', 'yardstick'] as const).filter((side) => hadTimeLeft(rounds, side)),
  }
}

function isReached(
  goal: Goal,
  { isobar, ratio, p99Ms, yardstickP99Ms }: Pick<Figures, 'isobar' | 'ratio' | 'p99Ms' | 'yardstickP99Ms'>,
): boolean {
  const isFast = goal.ratio === undefined || (ratio ?? 0) >= goal.ratio
  const isPrompt = goal.p99Ratio === undefined || (p99Ms ?? Infinity) <= goal.p99Ratio * (yardstickP99Ms ?? 0)
  return isFast && isPrompt && (goal.most === undefined || isobar <= goal.most)
}

function hadTimeLeft(rounds: readonly Round[], side: 'isobar' | 'yardstick'): boolean {
  const busy = medianOfKnown(rounds.map((round) => (round[side] as Sample | null)?.serverBusy ?? null))
  return busy !== null && busy < BUSY
}

function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : median(known)
}

const HEAD = ['row', 'Isobar', 'yardstick', '', 'ratio', 'in rounds', 'p99 ms', "yardstick's", 'goal', '']

const isText = (column: number): boolean => [0, 3, 8, 9].includes(column)

/** The table as Markdown with aligned columns, readable as it is. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map(cellsOf)
  const widths = HEAD.map((head, i) => Math.max(head.length, 3, ...lines.map((cells) => cells[i]?.length ?? 0)))
  const render = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (isText(i) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [render(HEAD), rule, ...lines.map(render)].join('\n')
}

/** One line for a row, as soon as it is measured. */
export function renderRow(row: Row): string {
  const [name = '', isobar, yardstick, what, ratio, , , , goal, reached] = cellsOf(row)
  const compared = row.yardstick === null ? '' : `, ${what} ${yardstick}: ${ratio}`
  return `${name.padEnd(44)} ${isobar}${compared}${goal === '' ? '' : ` (${goal}: ${reached})`}`
}

function cellsOf(row: Row): string[] {
  const { isobar, yardstick, ratio, p99Ms, yardstickP99Ms, reached, idle } = figuresOf(row)
  const mark = (side: 'isobar' | 'yardstick'): string => (idle.includes(side) ? ' *' : '')
  return [
    `${row.group}: ${row.name}`,
    valueText(isobar, row.unit) + mark('isobar'),
    yardstick === null ? '–' : valueText(yardstick, row.unit) + mark('yardstick'),
    row.yardstick ?? '',
    ratio === null ? '–' : significant(ratio),
    spreadText(row),
    p99Ms === null ? '–' : significant(p99Ms),
    yardstickP99Ms === null ? '–' : significant(yardstickP99Ms),
    goalText(row),
    reached === null ? '' : reached ? 'reached' : 'missed',
  ]
}

/** The least and the most of the rounds' ratios. */
function spreadText({ unit, rounds }: Row): string {
  const ratios = rounds.map((round) => ratioOf(unit, round)).filter((ratio) => ratio !== null)
  return ratios.length === 0 ? '–' : `${significant(Math.min(...ratios))} to ${significant(Math.max(...ratios))}`
}

/** The footnote of a table that contains a star. */
export function footnoteOf(rows: readonly Row[]): string | null {
  return rows.some((row) => figuresOf(row).idle.length > 0)
    ? '* The server was busy less than nine tenths of the time: the load generator, or what the server waited for, was the limit.'
    : null
}

function goalText({ goal, unit }: Row): string {
  const parts = [
    goal?.ratio === undefined ? [] : [`≥ ${goal.ratio}`],
    goal?.p99Ratio === undefined ? [] : [`p99 ≤ ${goal.p99Ratio} ×`],
    goal?.most === undefined ? [] : [`≤ ${valueText(goal.most, unit)}`],
  ]
  return parts.flat().join(', ')
}

export function valueText(value: number, unit: Row['unit']): string {
  return unit === '/s' ? `${significant(value)}/s` : `${significant(value)} ${unit}`
}

/** Three significant digits, or all digits before the decimal point. */
export function significant(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3)
}
