import { BLOCKS, type Block, writeDecimal, type PlaceAnswer, writeAnswerTime } from './answer.ts'
import type { Column } from './definition.ts'

/**
 * A table of the places, then after an empty line each a table for every block; with several places, each row begins with the id of its
 * place. What is unknown is `NaN`.
 */
export function writeCsv(answers: readonly PlaceAnswer[]): string {
  const isMany = answers.length > 1
  const id = ({ locationId }: PlaceAnswer): readonly number[] => (isMany ? [locationId] : [])
  const idName = isMany ? ['location_id'] : []
  const places = [
    line([...idName, 'latitude', 'longitude', 'elevation', 'utc_offset_seconds', 'timezone', 'timezone_abbreviation']),
    ...answers.map((answer) => {
      const { latitude, longitude, elevation, utcOffsetSeconds, timezone, timezoneAbbreviation } = answer
      return line([...id(answer), latitude, longitude, writeDecimal(elevation, 1), utcOffsetSeconds, timezone, timezoneAbbreviation])
    }),
  ]
  const tables = BLOCKS.flatMap((name) => {
    const blocks = answers.flatMap((answer) => answer.blocks.filter((block) => block.name === name).map((block) => ({ answer, block })))
    const [first] = blocks
    if (first === undefined) return []
    const header = line([...idName, 'time', ...first.block.columns.map(({ name: { asked }, unit }) => `${asked} (${unit.label})`)])
    return [[header, ...blocks.flatMap(({ answer, block }) => rowsOf(block, answer).map((cells) => line([...id(answer), ...cells])))]]
  })
  return [places, ...tables].map((table) => table.join('')).join('\n')
}

/** Nothing in a cell needs quotes: numbers, times, and the names of known variables and zones. */
function line(cells: readonly (string | number)[]): string {
  return `${cells.join(',')}\n`
}

function rowsOf(block: Block, answer: PlaceAnswer): readonly (readonly string[])[] {
  return block.times.map((seconds, row) => [
    writeAnswerTime(seconds, answer, block.name === 'daily'),
    ...block.columns.map((column) => cellOf(column, row, answer)),
  ])
}

function cellOf({ unit, isTime, values }: Column, row: number, answer: PlaceAnswer): string {
  const value = values[row] ?? null
  if (value === null) return 'NaN'
  return isTime ? writeAnswerTime(value, answer, false) : writeDecimal(value, unit.decimals)
}
