import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROVIDERS } from '@isobar/providers'
import { FORGETFUL, type ProviderDefinition, parseProviderList } from '@isobar/providers/port'
import { toCell } from '@isobar/weather'
import { loadConfig } from '../config/config.ts'
import { DEFAULT_LIST, buildProviderEnvironment } from './provider-list.ts'
import { type Candidate, selectUsableProviders } from './usable-providers.ts'

interface Traits {
  readonly coverage?: string
  readonly missing?: string
  readonly refusal?: string
}

const candidate = (id: string, { coverage = 'global', missing, refusal }: Traits = {}): Candidate => ({
  provider: { id, coverage },
  missing: () => missing ?? null,
  refusal: () => refusal ?? null,
})

function usable(list: string, able: readonly Candidate[]) {
  const parsed = parseProviderList(list)
  assert.ok('entries' in parsed)
  return selectUsableProviders(parsed.entries, able)
}

const idsOf = (list: ReturnType<typeof usable>): string[] => list.map(({ id }) => id)

describe('the providers that can be used', () => {
  it('are those of the list, in its order, that have what they need and are allowed', () => {
    const able = [candidate('a', { missing: 'no key' }), candidate('b', { refusal: 'ads' }), candidate('c'), candidate('d')]
    assert.deepEqual(idsOf(usable('d,a,b,c', able)), ['d', 'c'])
  })

  it('by default are all that need no key, behind the one that does', () => {
    const config = loadConfig({ DATA_DIR: '/nowhere' })
    const open = (each: ProviderDefinition) =>
      each.open(
        buildProviderEnvironment(
          each,
          config,
          () => null,
          FORGETFUL,
          () => false,
        ),
      )
    const keyless = PROVIDERS.filter((each) => !each.needs?.includes('apiKey') && open(each).weather !== undefined)
    assert.deepEqual(
      DEFAULT_LIST.slice(1)
        .map(({ id }) => id)
        .toSorted(),
      keyless.map(({ id }) => id).toSorted(),
    )
    assert.equal(DEFAULT_LIST[0]?.id, 'openweather')
  })

  it('are asked in their region, and never outside their coverage', () => {
    const [oslo, detroit, windsor] = [toCell(59.91, 10.75), toCell(42.33, -83.05), toCell(42.3, -83.02)]
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
