import { Model } from '@openmeteo/sdk/model.js'
import { Builder, type Offset } from 'flatbuffers'
import { type Block, isCurrent, type PlaceAnswer } from './answer.ts'
import type { Column } from './definition.ts'

/**
 * The fields of the schema's tables by number. The package with the schema reads only; its readers, which the tests use, are the check of
 * these numbers.
 */
const RESPONSE = {
  latitude: 0,
  longitude: 1,
  elevation: 2,
  locationId: 4,
  model: 5,
  utcOffsetSeconds: 6,
  timezone: 7,
  timezoneAbbreviation: 8,
  current: 9,
  daily: 10,
  hourly: 11,
  minutely_15: 12,
}
const VARIABLES_WITH_TIME = { time: 0, timeEnd: 1, interval: 2, variables: 3 }
const VARIABLE_WITH_VALUES = {
  variable: 0,
  unit: 1,
  value: 2,
  values: 3,
  valuesInt64: 4,
  altitude: 5,
  aggregation: 6,
  pressureLevel: 7,
  depth: 8,
  depthTo: 9,
}
/** Tables may end before their last fields. */
const FIELDS = { response: 13, variablesWithTime: 4, variableWithValues: 10 }
const INITIAL_BYTES = 16 * 1024

/** One message after the other, one for each place, each with its length in front. */
export function writeFlatbuffers(answers: readonly PlaceAnswer[]): Buffer {
  return Buffer.concat(answers.map(message))
}

function message(answer: PlaceAnswer): Uint8Array {
  const builder = new Builder(INITIAL_BYTES)
  const timezone = builder.createString(answer.timezone)
  const abbreviation = builder.createString(answer.timezoneAbbreviation)
  const blocks = answer.blocks.map((block) => [isCurrent(block) ? 'current' : block.name, blockTable(builder, block)] as const)
  builder.startObject(FIELDS.response)
  builder.addFieldFloat32(RESPONSE.latitude, answer.latitude, 0)
  builder.addFieldFloat32(RESPONSE.longitude, answer.longitude, 0)
  builder.addFieldFloat32(RESPONSE.elevation, answer.elevation, 0)
  builder.addFieldInt64(RESPONSE.locationId, BigInt(answer.locationId), 0n)
  builder.addFieldInt8(RESPONSE.model, Model.best_match, 0)
  builder.addFieldInt32(RESPONSE.utcOffsetSeconds, answer.utcOffsetSeconds, 0)
  builder.addFieldOffset(RESPONSE.timezone, timezone, 0)
  builder.addFieldOffset(RESPONSE.timezoneAbbreviation, abbreviation, 0)
  for (const [name, table] of blocks) builder.addFieldOffset(RESPONSE[name as keyof typeof RESPONSE], table, 0)
  builder.finishSizePrefixed(builder.endObject())
  return builder.asUint8Array()
}

function blockTable(builder: Builder, block: Block): Offset {
  const { times, intervalSeconds, columns } = block
  const tables = columns.map((column) => columnTable(builder, column, isCurrent(block)))
  const variables = vectorOf(builder, tables, 4, (table) => builder.addOffset(table))
  const first = times[0] ?? 0
  builder.startObject(FIELDS.variablesWithTime)
  builder.addFieldInt64(VARIABLES_WITH_TIME.time, BigInt(first), 0n)
  builder.addFieldInt64(VARIABLES_WITH_TIME.timeEnd, BigInt(first + times.length * intervalSeconds), 0n)
  builder.addFieldInt32(VARIABLES_WITH_TIME.interval, intervalSeconds, 0)
  builder.addFieldOffset(VARIABLES_WITH_TIME.variables, variables, 0)
  return builder.endObject()
}

/** Unknown numbers are NaN; an unknown instant, for which the schema has no word, is 0. */
function columnTable(builder: Builder, { name, unit, isTime, values }: Column, isSingle: boolean): Offset {
  const instants = isTime ? vectorOf(builder, values, 8, (value) => builder.addInt64(BigInt(value ?? 0))) : 0
  const numbers = isTime || isSingle ? 0 : vectorOf(builder, values, 4, (value) => builder.addFloat32(value ?? Number.NaN))
  builder.startObject(FIELDS.variableWithValues)
  builder.addFieldInt8(VARIABLE_WITH_VALUES.variable, name.variable, 0)
  builder.addFieldInt8(VARIABLE_WITH_VALUES.unit, unit.schema, 0)
  if (isSingle) builder.addFieldFloat32(VARIABLE_WITH_VALUES.value, values[0] ?? Number.NaN, 0)
  builder.addFieldOffset(VARIABLE_WITH_VALUES.values, numbers, 0)
  builder.addFieldOffset(VARIABLE_WITH_VALUES.valuesInt64, instants, 0)
  builder.addFieldInt16(VARIABLE_WITH_VALUES.altitude, name.altitude, 0)
  builder.addFieldInt8(VARIABLE_WITH_VALUES.aggregation, name.aggregation, 0)
  builder.addFieldInt16(VARIABLE_WITH_VALUES.pressureLevel, name.pressureLevel, 0)
  builder.addFieldInt16(VARIABLE_WITH_VALUES.depth, name.depth, 0)
  builder.addFieldInt16(VARIABLE_WITH_VALUES.depthTo, name.depthTo, 0)
  return builder.endObject()
}

/** Buffers are filled from their end. */
function vectorOf<T>(builder: Builder, items: readonly T[], bytes: number, add: (item: T) => void): Offset {
  builder.startVector(bytes, items.length, bytes)
  for (const item of items.toReversed()) add(item)
  return builder.endVector()
}
