import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AREA_CODE_SCHEMES } from '@isobar/weather'
import { toAreaCodeKey, locateArea } from './region-store.ts'

const REGISTER = new Map([
  ['EMMA_ID A', 1],
  ['EMMA_ID B', 2],
  ['EMMA_ID B2', 2],
  ['NUTS2 C', 3],
  ['OWN D', 4],
])

/** Codes as `SCHEME CODE`. */
function located(codes: readonly string[], shape: string | null = null) {
  const area = {
    name: 'An area',
    shape,
    codes: codes.map((text) => {
      const [scheme = '', code = ''] = text.split(' ')
      return { scheme, code }
    }),
  }
  const { shapes, unknown } = locateArea(area, (hash) => (hash === 'known' ? 9 : undefined), REGISTER)
  return { shapes, unknown: unknown.map(toAreaCodeKey) }
}

describe('locating an area', () => {
  it('takes its own geometry, whatever its codes', () => {
    assert.deepEqual(located(['EMMA_ID A', 'EMMA_ID ?'], 'known'), { shapes: [9], unknown: [] })
    assert.deepEqual(located(['EMMA_ID A'], 'not stored'), { shapes: [1], unknown: [] })
  })

  it('takes all codes of a scheme as its parts, each shape once, and says which are unknown', () => {
    assert.deepEqual(located(['EMMA_ID A', 'EMMA_ID B', 'EMMA_ID B2', 'EMMA_ID ?']), { shapes: [1, 2], unknown: ['EMMA_ID ?'] })
  })

  it('takes the first scheme that the register knows a code of; the others name the same area', () => {
    assert.ok(AREA_CODE_SCHEMES.indexOf('EMMA_ID') < AREA_CODE_SCHEMES.indexOf('NUTS2'))
    for (const codes of [
      ['NUTS2 C', 'EMMA_ID A'],
      ['EMMA_ID A', 'NUTS2 C'],
    ])
      assert.deepEqual(located(codes), { shapes: [1], unknown: [] })
    assert.deepEqual(located(['EMMA_ID ?', 'NUTS2 C']), { shapes: [3], unknown: [] })
    // A scheme that nobody knows comes last.
    assert.deepEqual(located(['OWN D', 'NUTS2 C']), { shapes: [3], unknown: [] })
    assert.deepEqual(located(['OWN D']), { shapes: [4], unknown: [] })
  })

  it('finds nothing without a known code', () => {
    assert.deepEqual(located(['EMMA_ID ?', 'OWN ?']), { shapes: [], unknown: ['EMMA_ID ?', 'OWN ?'] })
    assert.deepEqual(located([]), { shapes: [], unknown: [] })
  })
})
