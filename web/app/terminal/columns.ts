import { stripVTControlCharacters } from 'node:util'

/** Takes no column of its own: marks, joiners, and what isolates directions. */
const NO_COLUMN = /[\p{Mn}\p{Me}\p{Cf}]/u
/** Takes two columns (UAX #11, wide and full-width). */
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u
const GAP = 2
/** Below this, a column that gives way says nothing any more. */
const MIN_COLUMNS = 4

/** The columns that a text takes in a terminal. */
export function countColumns(text: string): number {
  let columns = 0
  for (const character of text) columns += NO_COLUMN.test(character) ? 0 : TWO_COLUMNS.test(character) ? 2 : 1
  return columns
}

/** The text in at most `columns`, cut with an ellipsis. */
export function fitTerminalText(text: string, columns: number): string {
  return countColumns(text) <= columns ? text : `${beginningOf(text, columns - 1).trimEnd()}…`
}

/** The text with spaces up to `columns`. */
export function padTerminalText(text: string, columns: number, isRight = false): string {
  const spaces = ' '.repeat(Math.max(0, columns - countColumns(text)))
  return isRight ? spaces + text : text + spaces
}

/** Lines of at most `columns`, broken at spaces; a word that is longer, as Japanese sentences are, is broken anywhere. */
export function wrapTerminalText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (countColumns(longer) <= columns) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (countColumns(line) > columns) {
      const beginning = beginningOf(line, columns)
      lines.push(beginning)
      line = line.slice(beginning.length)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Parts with a separator between them, in lines of at most `columns` that break between parts where possible. */
export function joinParts(parts: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = lines.length === 0 ? null : `${lines.at(-1)}${separator}${part}`
    if (longer !== null && countColumns(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(...wrapTerminalText(part, columns))
  }
  return lines
}

function beginningOf(text: string, columns: number): string {
  let [beginning, taken] = ['', 0]
  for (const character of text) {
    taken += countColumns(character)
    if (taken > columns && beginning !== '') break
    beginning += character
  }
  return beginning
}

/** A text, and how it is coloured once its columns have been counted. */
export interface Cell {
  readonly text: string
  readonly isRight?: boolean
  /** Gives way when there is not enough room; in one column of a table at most. */
  readonly isFlexible?: boolean
  readonly paint?: (text: string) => string
}

/** The lines of a table whose rows have the same columns. Without room for all of them, those that do not fit are cut off at the end. */
export function renderTerminalTable(rows: readonly (readonly Cell[])[], columns: number): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, column) => Math.max(0, ...rows.map((row) => countColumns(row[column]?.text ?? ''))))
  const flexible = rows[0]?.findIndex(({ isFlexible }) => isFlexible) ?? -1
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP * (count - 1)
  if (flexible !== -1 && total > columns) widths[flexible] = Math.max(MIN_COLUMNS, (widths[flexible] ?? 0) - (total - columns))
  let room = columns
  const shown = widths.findIndex((width, column) => (room -= width + (column === 0 ? 0 : GAP)) < 0)
  return rows.map((row) =>
    row
      .slice(0, shown === -1 ? count : shown)
      .map(({ text, isRight = false, paint = (plain) => plain }, column) =>
        paint(padTerminalText(fitTerminalText(text, widths[column] ?? 0), widths[column] ?? 0, isRight)),
      )
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** Two blocks side by side, the left one in `columns`. The colours of a line end with it. */
export function joinBlocks(left: readonly string[], right: readonly string[], columns: number): string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [first = '', second = ''] = [left[index], right[index]]
    const spaces = Math.max(0, columns - countColumns(stripVTControlCharacters(first))) + GAP
    return second === '' ? first : first + ' '.repeat(spaces) + second
  })
}
