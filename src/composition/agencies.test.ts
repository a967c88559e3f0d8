import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellOf } from '../domain/cell.ts'
import { agenciesOf } from './agencies.ts'

const [OSLO, BERLIN] = [cellOf(59.91, 10.75), cellOf(52.52, 13.41)]

describe('the agencies whose forecasts a provider passes on', () => {
  it('are those that it declares, some only in a region', () => {
    const at = agenciesOf({ id: 'a', agencies: ['one', 'two@nordic', 'three@DE+AT'] })
    assert.deepEqual(
      [at(OSLO), at(BERLIN)],
      [
        ['one', 'two'],
        ['one', 'three'],
      ],
    )
  })

  it('are itself if it makes its own', () => assert.deepEqual(agenciesOf({ id: 'a' })(OSLO), ['a']))
})
