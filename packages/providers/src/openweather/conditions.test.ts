import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionOfId } from './conditions.ts'

/** The list in the documentation, "Weather conditions". */
const DOCUMENTED = [
  [200, 201, 202, 210, 211, 212, 221, 230, 231, 232],
  [300, 301, 302, 310, 311, 312, 313, 314, 321],
  [500, 501, 502, 503, 504, 511, 520, 521, 522, 531],
  [600, 601, 602, 611, 612, 613, 615, 616, 620, 621, 622],
  [701, 711, 721, 731, 741, 751, 761, 762, 771, 781],
  [800, 801, 802, 803, 804],
].flat()

describe('conditionOfId', () => {
  it('knows every documented id and no other', () => {
    const known = Array.from({ length: 1_000 }, (_, id) => id).filter((id) => conditionOfId(id) !== null)
    assert.deepEqual(known, DOCUMENTED)
    assert.equal(conditionOfId(null), null)
    assert.equal(conditionOfId(500.5), null)
  })

  it('keeps what matters to a reader', () => {
    const expected = {
      202: 'thunderstorm',
      502: 'heavy_rain',
      511: 'freezing_rain',
      522: 'heavy_rain',
      616: 'sleet',
      741: 'fog',
      781: 'tornado',
      804: 'overcast',
    }
    for (const [id, condition] of Object.entries(expected)) assert.equal(conditionOfId(Number(id)), condition)
  })
})
