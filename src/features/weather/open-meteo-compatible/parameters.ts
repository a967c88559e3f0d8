import { buildValueRefusal, buildRequestRefusal } from './refusal.ts'

/** The parameters of a request by name. A list may be one parameter with commas, or the parameter repeated. */
export type Parameters = Pick<URLSearchParams, 'get' | 'getAll'>

/** The parameters of a raw URL. */
export function parseUrlParameters(url: string): Parameters {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

/** The elements of a list; empty ones do not count, so an empty parameter is an empty list. */
export function readListParameter(parameters: Parameters, name: string): readonly string[] {
  return parameters.getAll(name).flatMap((value) => value.split(',').filter((each) => each !== ''))
}

/** A decimal number as clients write one. */
export const NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?$/

/** @throws AppError invalid_request */
export function readNumbersParameter(parameters: Parameters, name: string): readonly number[] {
  return readListParameter(parameters, name).map((text) => {
    if (!NUMBER.test(text)) throw buildValueRefusal('Float', text, name)
    return Number(text)
  })
}

/** @throws AppError invalid_request */
export function readIntegersParameter(parameters: Parameters, name: string): readonly number[] {
  return readListParameter(parameters, name).map((text) => {
    if (!/^[+-]?\d{1,9}$/.test(text)) throw buildValueRefusal('Int', text, name)
    return Number(text)
  })
}

/** A whole number; undefined if the parameter is not given. @throws AppError invalid_request */
export function readIntegerParameter(parameters: Parameters, name: string): number | undefined {
  return readIntegersParameter(parameters, name)[0]
}

/** One of the keys of `choices`; the first one if the parameter is not given. `type`: their name of the choice. @throws AppError invalid_request */
export function readChoiceParameter<K extends string>(
  parameters: Parameters,
  name: string,
  type: string,
  choices: readonly [K, ...K[]],
): K {
  const text = parameters.get(name)
  if (text === null || text === '') return choices[0]
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw buildValueRefusal(type, text, name)
  return choice
}

/** @throws AppError invalid_request */
export function isTrue(parameters: Parameters, name: string): boolean {
  return ['true', '1'].includes(readChoiceParameter(parameters, name, 'Bool', ['false', 'true', '0', '1']))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** A calendar day, as epoch milliseconds of its midnight in UTC. @throws AppError invalid_request */
export function parseCalendarDay(text: string): number {
  const ms = DATE.test(text) ? existing(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw buildRequestRefusal("Invalid date format. Make sure to use 'YYYY-MM-DD'")
  return ms
}

/** A local time without its offset, as if it were UTC. @throws AppError invalid_request */
export function parseLocalDateTime(text: string): number {
  const ms = DATE_TIME.test(text) ? existing(`${text}:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw buildRequestRefusal("Invalid date format. Make sure to use 'YYYY-MM-DDTHH:MM'")
  return ms
}

/** NaN for the 31st of February, which `Date` would take for a day of March. */
function existing(text: string): number {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== text.slice(0, 16) ? Number.NaN : ms
}
