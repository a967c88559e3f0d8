import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { translatorOf } from '../../../../src/messages/messages.ts'
import { hourTable } from '../meteogram/values.ts'
import { EN, plain } from '../testing/teller.ts'
import { current, daily, hourly, NOW } from '../testing/weather.ts'
import { daysView } from './days.ts'
import { nowView } from './now.ts'

describe('days', () => {
  it('start with today at the place, with their names', () => {
    const days = daily(['21', '22', '23'].map((day) => ({ date: `2026-11-${day}`, temperatureMin: 0, temperatureMax: 9 })))
    assert.deepEqual(
      daysView(days, EN).list.map(({ name }) => name),
      ['Today', 'Tomorrow', 'Monday'],
    )
  })

  it('say that an amount of snow is water, and which of both fell if it is known', () => {
    const fell = (rain: number | null, snow: number | null) => {
      const point = { rain, snow, precipitation: rain === null && snow === null ? null : (rain ?? 0) + (snow ?? 0) }
      const fact = nowView(current(point), EN).facts.at(-1)
      const row = hourTable({ hourly: hourly(NOW, [point]), air: null }, EN).rows[0]?.[3]
      const { list } = daysView(daily([{ date: '2026-11-21', ...point }]), EN)
      assert.deepEqual([row, list[0]?.rain], [fact?.[1] ?? '–', fact?.[1] ?? '–'])
      return fact?.map(plain)
    }
    assert.deepEqual(fell(0, 27), ['Snow, last hour', '27 mm as water'])
    assert.deepEqual(fell(3, null), ['Rain, last hour', '3.0 mm'])
    assert.deepEqual(fell(3, 1), ['Rain and snow, last hour', '4.0 mm as water'])
    assert.deepEqual(fell(0, 0), ['Rain and snow, last hour', '0 mm'])
    assert.equal(fell(null, null), undefined)
  })

  it('say in short rows what falls and how likely it is, and nothing of a dry day', () => {
    const fall = (precipitation: number | null, precipitationProbability: number | null) =>
      daysView(daily([{ date: '2026-11-21', precipitation, precipitationProbability }]), EN).list[0]?.fall.map(plain)
    assert.deepEqual(
      [fall(12, 0.9), fall(0, 0.19), fall(0, 0.2), fall(null, null), fall(0.3, 0.1)],
      [['12 mm', '90%'], [], ['20%'], [], ['0.3 mm']],
    )
  })

  it('show what is known about rain', () => {
    const rain = (precipitation: number | null, precipitationProbability: number | null) =>
      plain(daysView(daily([{ date: '2026-11-21', precipitation, precipitationProbability }]), EN).list[0]?.rain)
    assert.deepEqual([rain(12, 0.9), rain(null, 0.04), rain(0, 0), rain(2, null)], ['12 mm · 90%', '4%', '0 mm · 0%', '2.0 mm'])
  })

  it('show the provider’s English summary only to English readers', () => {
    const days = daily([{ date: '2026-11-21', summary: 'Rain at times' }])
    assert.equal(daysView(days, EN).list[0]?.summary, 'Rain at times')
    assert.equal(daysView(days, { ...EN, lang: 'de', t: translatorOf('de').t }).list[0]?.summary, null)
  })
})
