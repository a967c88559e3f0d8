import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNIT_SYSTEMS } from '@isobar/weather'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { isThorough } from '../../../test/helpers/thorough.ts'
import { createStream } from '../../../tools/random.ts'
import { checkSentences } from './testing/outlook/check.ts'
import { drawWeather } from './testing/outlook/random-weather.ts'

const SEED = 20_261_129
const COUNT = isThorough ? 10_000 : 400

describe('what is told of coming weather', () => {
  it('is true, and leaves nothing out, in weather drawn from a seed', (t) => {
    let sentences = 0
    for (let run = 0; run < COUNT; run += 1) {
      const draw = createStream(SEED, run)
      try {
        sentences += checkSentences(drawWeather(draw), draw.pick(UNIT_SYSTEMS))
      } catch (error) {
        throw new Error(`run ${run} of seed ${SEED}: ${(error as Error).message}`, { cause: error })
      }
    }
    assert.ok(sentences > COUNT * LANGUAGES.length)
    t.diagnostic(`seed ${SEED}: ${COUNT} weathers, ${LANGUAGES.length} languages, ${sentences} sentences`)
  })
})
