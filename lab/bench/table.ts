import { figuresOf, ratioOf, type Row } from './row.ts'

const HEAD = ['row', 'Isobar', 'yardstick', '', 'ratio', 'in rounds', 'p99 ms', "yardstick's", 'goal', '']
const isText = (column: number): boolean => column === 0 || column === 3 || column >= 8

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
  const { isobar, yardstick, ratio, p99Ms, yardstickP99Ms, reached } = figuresOf(row)
  const number = (value: number | null): string => (value === null ? '–' : significant(value))
  const ratios = row.rounds.map((round) => ratioOf(row.unit, round)).filter((each) => each !== null)
  return [
    `${row.group}: ${row.name}`,
    valueText(isobar, row.unit),
    yardstick === null ? '–' : valueText(yardstick, row.unit),
    row.yardstick ?? '',
    number(ratio),
    ratios.length === 0 ? '–' : `${significant(Math.min(...ratios))} to ${significant(Math.max(...ratios))}`,
    number(p99Ms),
    number(yardstickP99Ms),
    goalText(row),
    reached === null ? '' : reached ? 'reached' : 'missed',
  ]
}

function goalText({ goal, unit }: Row): string {
  const { ratio, p99Ratio, most } = goal ?? {}
  return [
    ratio !== undefined && `≥ ${ratio}`,
    p99Ratio !== undefined && `p99 ≤ ${p99Ratio} ×`,
    most !== undefined && `≤ ${valueText(most, unit)}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function valueText(value: number, unit: Row['unit']): string {
  return unit === '/s' ? `${significant(value)}/s` : `${significant(value)} ${unit}`
}

/** Three significant digits, or all digits before the decimal point. */
export function significant(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3)
}
