import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellOf } from '../domain/cell.ts'
import { parseProviderList } from '../providers/list.ts'
import { type Candidate, usableOf } from './usable-providers.ts'

interface Traits {
  readonly coverage?: string
  readonly needsKey?: boolean
  readonly missing?: string
  readonly refusal?: string
}

const candidate = (id: string, { coverage = 'global', needsKey = false, missing, refusal }: Traits = {}): Candidate => ({
  provider: { id, coverage },
  definition: needsKey ? { needs: ['apiKey'] } : {},
  missing: () => missing ?? null,
  refusal: () => refusal ?? null,
})

function usable(list: string, able: readonly Candidate[], isChosen = true) {
  const parsed = parseProviderList(list)
  assert.ok('entries' in parsed)
  return usableOf(parsed.entries, able, isChosen)
}

const idsOf = (list: ReturnType<typeof usable>): string[] => list.map(({ id }) => id)

describe('the providers that can be used', () => {
  it('are those of the list, in its order, that have what they need and are allowed', () => {
    const able = [candidate('a', { needsKey: true, missing: 'no key' }), candidate('b', { refusal: 'ads' }), candidate('c'), candidate('d')]
    assert.deepEqual(idsOf(usable('d,a,b,c', able)), ['d', 'c'])
  })

  it('without a chosen list are those that need no key, of a part of the world first, if none of the list is left', () => {
    const able = [
      candidate('a', { needsKey: true, missing: 'no key' }),
      candidate('b'),
      candidate('c', { missing: 'no contact' }),
      candidate('d', { needsKey: true }),
      candidate('e', { coverage: 'us' }),
      candidate('f', { refusal: 'ads' }),
    ]
    assert.deepEqual(idsOf(usable('a', able, false)), ['e', 'b'])
    assert.deepEqual(idsOf(usable('a', able)), [], 'nobody is asked whom the operator has not chosen')
    assert.deepEqual(idsOf(usable('a,d', able, false)), ['d'])
  })

  it('are asked in their region, and never outside their coverage', () => {
    const [oslo, detroit, windsor] = [cellOf(59.91, 10.75), cellOf(42.33, -83.05), cellOf(42.3, -83.02)]
    const where = (list: string, traits?: Traits) => {
      const [one] = usable(list, [candidate('a', traits)])
      return [one?.isWorldwide, ...[oslo, detroit, windsor].map((cell) => one?.covers(cell))]
    }
    assert.deepEqual(where('a'), [true, true, true, true])
    assert.deepEqual(where('a@nordic'), [false, true, false, false])
    assert.deepEqual(where('a', { coverage: 'us' }), [false, false, true, false])
    assert.deepEqual(where('a@nordic+CA', { coverage: 'us' }), [false, false, false, false])
    assert.deepEqual(where('a@US+CA', { coverage: 'us' }), [false, false, true, false])
  })
})
