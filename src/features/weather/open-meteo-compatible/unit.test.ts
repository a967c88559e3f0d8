import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AskedUnits, convertQuantity, type Quantity } from './unit.ts'

const METRIC: AskedUnits = { temperature: 'celsius', speed: 'kmh', amount: 'mm', length: 'metric' }

it('a value is converted to the unit that is asked for, and rounded', () => {
  const table: readonly (readonly [Quantity, number, Partial<AskedUnits>, number])[] = [
    ['temperature', 21.04, {}, 21],
    ['temperature', 20, { temperature: 'fahrenheit' }, 68],
    ['temperature', -40, { temperature: 'fahrenheit' }, -40],
    ['speed', 10, {}, 36],
    ['speed', 10, { speed: 'ms' }, 10],
    ['speed', 10, { speed: 'mph' }, 22.4],
    ['speed', 10, { speed: 'kn' }, 19.4],
    ['amount', 25.4, {}, 25.4],
    ['amount', 25.4, { amount: 'inch' }, 1],
    // Water in millimetres, shown as snow in centimetres.
    ['snowfall', 10, {}, 7],
    ['snowfall', 10, { amount: 'inch' }, 2.8],
    ['waves', 3.048, { length: 'imperial' }, 10],
    ['waves', 3.04, {}, 3],
  ]
  for (const [quantity, value, asked, expected] of table)
    assert.equal(convertQuantity(value, quantity, { ...METRIC, ...asked }, 1), expected, `${value} ${quantity} ${JSON.stringify(asked)}`)
  assert.equal(convertQuantity(null, 'speed', METRIC, 1), null)
})
