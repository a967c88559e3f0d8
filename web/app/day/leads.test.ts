import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../city/testing/teller.ts'
import { buildTestHourly } from '../city/testing/weather.ts'
import { buildLeadsView } from './leads.ts'

const { units } = buildTestHourly('2026-11-21T00:00:00Z', [])

describe('what had been forecast', () => {
  const startMs = Date.parse('2026-11-20T23:00:00Z')
  const issue = (issuedAt: string, temperatureMax: number, source = 'a') => ({
    issuedAt,
    source,
    temperatureMin: 0,
    temperatureMax,
    precipitation: 1,
  })
  const leads = (issues: object[], observed?: object) =>
    buildLeadsView({ issues, startMs, observed, isMeasured: false, units } as unknown as Parameters<typeof buildLeadsView>[0], EN)

  it('is the last forecast of each day before, of one source', () => {
    const view = leads([
      issue('2026-11-21T05:00:00Z', 9),
      issue('2026-11-20T22:00:00Z', 8),
      issue('2026-11-20T10:00:00Z', 7),
      issue('2026-11-20T22:30:00Z', 40, 'b'),
      issue('2026-11-18T10:00:00Z', 5),
    ])
    assert.deepEqual(view?.came, null)
    assert.deepEqual(
      view?.leads.map(([name, , high]) => [name, high]),
      [
        ['The day before', '8°'],
        ['3 days before', '5°'],
      ],
    )
  })

  it('is shown under what came, with a dash for what is not known', () => {
    const observed = { temperatureMin: -2, temperatureMax: null, precipitationTotal: 0 }
    assert.deepEqual(leads([issue('2026-11-20T22:00:00Z', 8)], observed)?.came?.map(normaliseSpaces), [
      'Estimated',
      '\u22122°',
      '–',
      '0 mm',
    ])
    assert.equal(leads([]), null)
    assert.equal(leads([issue('2026-11-21T05:00:00Z', 9)]), null)
  })
})
