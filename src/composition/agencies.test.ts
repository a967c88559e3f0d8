import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createAgencyLookup } from './agencies.ts'

const [OSLO, BERLIN] = [toCell(59.91, 10.75), toCell(52.52, 13.41)]

describe('the agencies whose forecasts a provider passes on', () => {
  it('are those that it declares, some only in a region', () => {
    const at = createAgencyLookup({ id: 'a', agencies: ['one', 'two@nordic', 'three@DE+AT'] })
    assert.deepEqual({ atOSLO: at(OSLO), atBERLIN: at(BERLIN) }, { atOSLO: ['one', 'two'], atBERLIN: ['one', 'three'] })
  })

  it('are itself if it makes its own', () => assert.deepEqual(createAgencyLookup({ id: 'a' })(OSLO), ['a']))
})
