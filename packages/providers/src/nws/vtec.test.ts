import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readVtec } from './vtec.ts'

const code = (action: string, number: string, begin = '260701T1100Z') => `/O.${action}.KOUN.FL.W.${number}.${begin}-260702T0300Z/`
const read = (...texts: readonly string[]) => {
  const found = readVtec(texts)
  return found && [found.action, found.event]
}

it('a message is about the first event that it does not end, else about its first', () => {
  assert.deepEqual(read(code('CAN', '0001'), code('CON', '0002'), code('NEW', '0003')), ['CON', 'KOUN.FL.W.0002'])
  for (const over of ['CAN', 'UPG', 'EXP']) assert.deepEqual(read(code(over, '0001'), code('NEW', '0002')), ['NEW', 'KOUN.FL.W.0002'], over)
  assert.deepEqual(read(code('EXP', '0001'), code('CAN', '0002')), ['EXP', 'KOUN.FL.W.0001'])
  assert.deepEqual(read(` ${code('EXT', '0001')}\n`), ['EXT', 'KOUN.FL.W.0001'])
  for (const none of [[], ['x'], [code('NEW', '1')]]) assert.equal(read(...none), null)
})

it('an event has a beginning until it has begun', () => {
  const beginOf = (begin: string) => readVtec([code('NEW', '0001', begin)])?.beginMs
  assert.equal(beginOf('260701T1105Z'), Date.parse('2026-07-01T11:05:00Z'))
  assert.equal(beginOf('000000T0000Z'), null)
})
