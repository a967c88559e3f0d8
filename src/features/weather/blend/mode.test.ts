import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { findBlendMode, findBlendPlacesFault } from './mode.ts'

const BERLIN = toCell(52.52, 13.41)

describe('what operators want of the blend', () => {
  it('is the same everywhere but at the places that they name', () => {
    const settings = { blend: 'auto', blendPlaces: 'berlin-52.52,13.41=off  60.39,5.32=on' } as const
    assert.equal(findBlendMode(settings, BERLIN), 'off')
    assert.equal(findBlendMode(settings, toCell(60.39, 5.32)), 'on')
    assert.equal(findBlendMode(settings, toCell(0, 0)), 'auto')
    assert.equal(findBlendMode({ blend: 'on', blendPlaces: null }, BERLIN), 'on')
  })

  it('is refused where it cannot be read, by the entry that is wrong', () => {
    assert.equal(findBlendPlacesFault(null), null)
    assert.equal(findBlendPlacesFault('berlin-52.52,13.41=on'), null)
    for (const wrong of ['berlin=on', '52.52,13.41', '52.52,13.41=yes', '99,13=on', '52.52,13.41=on=off', '=on'])
      assert.match(findBlendPlacesFault(`52.52,13.41=on ${wrong}`) ?? '', /is no place with on, off or auto/, wrong)
  })
})
