import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createThrottledLog } from './throttled-log.ts'

it('reports each kind of failure at once, then how often it was repeated', () => {
  const lines: unknown[] = []
  let nowMs = 0
  const trouble = createThrottledLog({ warn: (about: object, what: string) => void lines.push([what, about]) } as never, () => nowMs)
  const [full, other] = [Object.assign(new Error('a'), { code: '53100' }), new Error('b')]
  for (const error of [full, full, other, full]) trouble(error, 'reading')
  trouble(full, 'writing')
  assert.deepEqual(lines.splice(0), [
    ['reading', { err: full }],
    ['reading', { err: other }],
    ['writing', { err: full }],
  ])
  nowMs = 5_000
  for (const error of [full, full, other]) trouble(error, 'reading')
  assert.deepEqual(lines, [
    ['reading', { err: full, repeated: 2 }],
    ['reading', { err: other }],
  ])
})
