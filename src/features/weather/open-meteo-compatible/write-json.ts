import { type Block, writeDecimal, isCurrent, type PlaceAnswer, writeAnswerTime } from './answer.ts'
import type { Column } from './definition.ts'
import { chooseTimeColumnUnit } from './unit.ts'

/** One place as an object, several as a list. Numbers have the decimals of their unit, as theirs have. */
export function writeJson(answers: readonly PlaceAnswer[]): string {
  const objects = answers.map(placeObject)
  return objects.length === 1 ? String(objects[0]) : `[${objects.join(',')}]`
}

function placeObject(answer: PlaceAnswer): string {
  const { latitude, longitude, utcOffsetSeconds, timezone, timezoneAbbreviation, elevation, locationId } = answer
  const head = JSON.stringify({
    latitude,
    longitude,
    // An answer is made once and sent many times; its time would only make every copy of it another.
    generationtime_ms: 0,
    utc_offset_seconds: utcOffsetSeconds,
    timezone,
    timezone_abbreviation: timezoneAbbreviation,
  }).slice(1, -1)
  return `{${[
    head,
    `"elevation":${writeDecimal(elevation, 1)}`,
    ...(locationId === 0 ? [] : [`"location_id":${locationId}`]),
    ...answer.blocks.flatMap((block) => blockFields(block, answer)),
  ].join(',')}}`
}

function blockFields(block: Block, answer: PlaceAnswer): readonly string[] {
  const isSingle = isCurrent(block)
  const units = block.columns.map(({ name, unit }) => `,${JSON.stringify(name.asked)}:${JSON.stringify(unit.label)}`)
  const columns = block.columns.map((column) => `,${JSON.stringify(column.name.asked)}:${listed(cellsOf(column, answer), isSingle)}`)
  const times = block.times.map((seconds) => timeCell(seconds, answer, block.name === 'daily'))
  return [
    `"${block.name}_units":{"time":"${chooseTimeColumnUnit(answer.isUnixTime).label}"${isSingle ? ',"interval":"seconds"' : ''}${units.join('')}}`,
    `"${block.name}":{"time":${listed(times, isSingle)}${isSingle ? `,"interval":${block.intervalSeconds}` : ''}${columns.join('')}}`,
  ]
}

const listed = (cells: readonly string[], isSingle: boolean): string => (isSingle ? String(cells[0]) : `[${cells.join(',')}]`)

function cellsOf({ unit, isTime, values }: Column, answer: PlaceAnswer): readonly string[] {
  return values.map((value) => (value === null ? 'null' : isTime ? timeCell(value, answer, false) : writeDecimal(value, unit.decimals)))
}

function timeCell(seconds: number, answer: PlaceAnswer, isDate: boolean): string {
  const text = writeAnswerTime(seconds, answer, isDate)
  return answer.isUnixTime ? text : `"${text}"`
}
