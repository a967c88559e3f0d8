import assert from 'node:assert/strict'
import { it } from 'node:test'
import { judge } from './judge.ts'

const FACTS = { temperature: 21.4, humidity: null, pressure: 1_013, wind: 3.2 }
const judged = (
  output: string,
  { status = 0, errors = '', temperatureIn }: { status?: number; errors?: string; temperatureIn?: RegExp } = {},
) => judge(temperatureIn === undefined ? {} : { temperatureIn }, { status, output, errors }, FACTS)

it('a program is judged by how it ended, what it printed for nothing, and its numbers', () => {
  assert.deepEqual(judged('{"temperature":21,"humidity":7,"pressure":1013,"wind":3.21}'), [])
  assert.deepEqual(judged('21 °C', { temperatureIn: /(\d+) °C/ }), [])
  assert.deepEqual(judged('', { status: 1, errors: 'Traceback\nTypeError: no' }), ['ended with 1: TypeError: no'])
  assert.deepEqual(judged(' '), ['printed nothing'])
  for (const word of ['NaN', 'undefined', 'null', 'None', 'Infinity']) assert.match(judged(`{"sky":"x ${word}"}`)[0] ?? '', /^printed/)
  assert.deepEqual(judged('{"temperature":0}'), ['temperature is 0 instead of 21.4'])
  assert.deepEqual(judged('no number', { temperatureIn: /(\d+) °C/ }), ['temperature is NaN instead of 21.4'])
})
