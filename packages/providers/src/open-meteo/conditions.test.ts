import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionOfCode } from './conditions.ts'

/** The list in the documentation, "WMO Weather interpretation codes". */
const DOCUMENTED = [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99]

describe('conditionOfCode', () => {
  it('knows every documented code and no other', () => {
    const known = Array.from({ length: 256 }, (_, code) => code).filter((code) => conditionOfCode(code) !== null)
    assert.deepEqual(known, DOCUMENTED)
    assert.equal(conditionOfCode(null), null)
  })

  it('keeps what matters to a reader', () => {
    const expected = {
      0: 'clear',
      48: 'fog',
      57: 'freezing_drizzle',
      66: 'freezing_rain',
      82: 'heavy_rain',
      86: 'heavy_snow',
      96: 'thunderstorm_hail',
    }
    for (const [code, condition] of Object.entries(expected)) assert.equal(conditionOfCode(Number(code)), condition)
  })
})
