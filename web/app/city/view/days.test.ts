import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { buildHourTable } from '../meteogram/values.ts'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, NOW } from '../testing/weather.ts'
import { buildDaysView } from './days.ts'
import { buildNowView } from './now.ts'

describe('days', () => {
  it('start with today at the place, with their names', () => {
    const days = buildTestDaily(['21', '22', '23'].map((day) => ({ date: `2026-11-${day}`, temperatureMin: 0, temperatureMax: 9 })))
    assert.deepEqual(
      buildDaysView(days, null, EN).list.map(({ name }) => name),
      ['Today', 'Tomorrow', 'Monday'],
    )
  })

  it('have the range of what is left of a today whose own is unknown', () => {
    const hours = [9, 8, 3, 5].map((temperature) => ({ temperature }))
    const list = (change: object = {}, range: object = {}) =>
      buildDaysView(
        buildTestDaily([{ date: '2026-11-21', ...range }]),
        {
          ...buildTestHourly('2026-11-21T20:00:00Z', hours),
          ...change,
        },
        EN,
      ).list.map(({ name, min, max }) => [name, min, max])
    // 20, 21 and 22 o’clock of London are 21 to 23 of Berlin; the last hour is tomorrow’s.
    assert.deepEqual(list(), [['Rest of today', '3°', '9°']])
    assert.deepEqual(list({ source: 'second' }), [['Today', '–', '–']])
    assert.deepEqual(list({}, { temperatureMax: 11 }), [['Today', '–', '11°']])
  })

  it('say the depth of snow and that its amount is water, and which of both fell if it is known', () => {
    const fell = (rain: number | null, snow: number | null) => {
      const point = { rain, snow, precipitation: rain === null && snow === null ? null : (rain ?? 0) + (snow ?? 0) }
      const fact = buildNowView(buildTestCurrent(point), EN).facts.at(-1)
      const row = buildHourTable({ hourly: buildTestHourly(NOW, [point]), air: null }, EN).rows[0]?.[3]
      const { list } = buildDaysView(buildTestDaily([{ date: '2026-11-21', ...point }]), null, EN)
      assert.deepEqual({ row, rain: list[0]?.rain }, { row: fact?.[1] ?? '–', rain: fact?.[1] ?? '–' })
      return fact?.map(normaliseSpaces)
    }
    assert.deepEqual(fell(0, 27), ['Snow, last hour', 'about 27 cm (27 mm as water)'])
    assert.deepEqual(fell(3, null), ['Rain, last hour', '3.0 mm'])
    assert.deepEqual(fell(3, 1), ['Rain and snow, last hour', '4.0 mm as water with about 1 cm of snow'])
    assert.deepEqual(fell(0, 0), ['Rain and snow, last hour', '0 mm'])
    assert.equal(fell(null, null), undefined)
  })

  it('say in short rows what falls and how likely it is, and nothing of a dry day', () => {
    const fall = (precipitation: number | null, precipitationProbability: number | null) =>
      buildDaysView(buildTestDaily([{ date: '2026-11-21', precipitation, precipitationProbability }]), null, EN).list[0]?.fall.map(
        normaliseSpaces,
      )
    assert.deepEqual(
      [fall(12, 0.9), fall(0, 0.19), fall(0, 0.2), fall(null, null), fall(0.3, 0.1)],
      [['12 mm', '90%'], [], ['20%'], [], ['0.3 mm']],
    )
  })

  it('show what is known about rain', () => {
    const rain = (precipitation: number | null, precipitationProbability: number | null) =>
      normaliseSpaces(
        buildDaysView(buildTestDaily([{ date: '2026-11-21', precipitation, precipitationProbability }]), null, EN).list[0]?.rain,
      )
    assert.deepEqual([rain(12, 0.9), rain(null, 0.04), rain(0, 0), rain(2, null)], ['12 mm · 90%', '4%', '0 mm · 0%', '2.0 mm'])
  })

  it('show the provider’s English summary only to English readers', () => {
    const days = buildTestDaily([{ date: '2026-11-21', summary: 'Rain at times' }])
    assert.equal(buildDaysView(days, null, EN).list[0]?.summary, 'Rain at times')
    assert.equal(buildDaysView(days, null, { ...EN, lang: 'de', t: getTranslator('de').t }).list[0]?.summary, null)
  })
})
