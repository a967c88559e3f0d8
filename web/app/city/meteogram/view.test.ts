import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../testing/teller.ts'
import { buildTestDaily, buildTestHourly, NOW, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import { buildMeteogramView } from './view.ts'

const WEATHER = buildPlaceWeatherAnswer({
  hourly: buildTestHourly(NOW, [{ temperature: 5 }]),
  daily: buildTestDaily([{ date: '2026-11-21' }]),
})
const CHOSEN = { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' } as const
const ASKING = { path: '/weather/berlin-52.52,13.41', name: 'Berlin', units: 'metric', chosen: CHOSEN } as const

const viewOf = (asking: object = {}, teller: object = {}) => {
  const view = buildMeteogramView(WEATHER, { ...ASKING, ...asking }, { ...EN, ...teller })
  assert.ok(view !== null)
  return view
}
const queryOf = (src: string) => Object.fromEntries(new URL(src, 'http://service').searchParams)

describe('the meteogram on a place’s page', () => {
  it('asks for the picture in the reader’s language, units, clock and theme', () => {
    const { picture } = viewOf()
    assert.equal(new URL(picture.src, 'http://service').pathname, `${ASKING.path}/meteogram.svg`)
    const { width, ...query } = queryOf(picture.src)
    assert.deepEqual(query, { lang: 'en-GB', units: 'metric', clock: '24', notes: 'false' })
    assert.equal(picture.width, Number(width))
    const dark = viewOf({ units: 'imperial', chosen: { ...CHOSEN, theme: 'dark' } }, { locale: 'en', hour12: true })
    const { width: _, ...darkQuery } = queryOf(dark.picture.src)
    assert.deepEqual(darkQuery, { lang: 'en-US', units: 'imperial', clock: '12', theme: 'dark', notes: 'false' })
    assert.equal(queryOf(viewOf({}, { locale: 'ar-u-nu-latn' }).picture.src)['lang'], 'ar')
  })

  it('has a narrower picture for each narrower screen, as high as it will be', () => {
    const { picture, sources } = viewOf()
    const widths = [...sources.map(({ srcSet }) => queryOf(srcSet)['width']), queryOf(picture.src)['width']].map(Number)
    assert.deepEqual(
      widths,
      widths.toSorted((a, b) => a - b),
    )
    assert.ok([picture, ...sources].every(({ height }) => height > 200))
  })

  it('has a row for each hour, and none without hours and days', () => {
    assert.match(viewOf().table, /<tr><th scope=row>/)
    assert.equal(buildMeteogramView(buildPlaceWeatherAnswer({}), ASKING, EN), null)
    assert.equal(
      buildMeteogramView(buildPlaceWeatherAnswer({ hourly: buildTestHourly(NOW, []), daily: buildTestDaily([]) }), ASKING, EN),
      null,
    )
  })
})
