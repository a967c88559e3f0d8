import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, plain } from '../testing/teller.ts'
import { current, daily, minutely, placeWeather } from '../testing/weather.ts'
import { minutesView } from './minutes.ts'
import { provenanceView } from './provenance.ts'

const rates = (of: (minute: number) => number | null, count = 60) => Array.from({ length: count }, (_, minute) => of(minute))
const summary = (text: string) => ({ summary: { text } }) as Parameters<typeof minutely>[1]

describe('the rain of the next hour', () => {
  it('is a picture from minute to minute, with a time for each quarter', () => {
    const { chart } = minutesView(minutely(rates((minute) => (minute === 1 ? 7.6 : 0))), EN)
    assert.deepEqual(chart?.times, ['10:47', '11:02', '11:17', '11:32'])
    assert.match(chart?.label ?? '', /10:47.*11:46/)
    // Heavy rain is half as high as the picture; one bar, as wide as a minute but for the gap.
    const { bars } = chart ?? {}
    const [, height] = /^M11 88v-([\d.]+)h8v\1z$/.exec(bars ?? '') ?? []
    assert.ok(Number(height) > 0, bars)
    const heavier = minutesView(minutely(rates((minute) => (minute === 1 ? 4 * 7.6 : 0))), EN).chart?.bars
    assert.equal(Number(/v-([\d.]+)/.exec(heavier ?? '')?.[1]), 2 * Number(height))
  })

  it('has no picture if it stays dry, but one with gaps if some minutes are unknown', () => {
    assert.equal(minutesView(minutely(rates(() => 0)), EN).chart, null)
    assert.notEqual(minutesView(minutely(rates(() => 0, 59)), EN).chart, null)
    const { chart } = minutesView(minutely(rates((minute) => (minute === 2 ? null : 0))), EN)
    assert.match(chart?.gaps ?? '', /^M2[01] 88v-[\d.]+h10v[\d.]+z$/)
  })

  it('is told in the clock of the reader', () => {
    const text = (told: string, teller = EN) =>
      plain(
        minutesView(
          minutely(
            rates(() => 0),
            summary(told),
          ),
          teller,
        ).text,
      )
    const american = { ...EN, locale: 'en-US', hour12: true }
    assert.equal(text('Rain from 18:05.'), 'Rain from 18:05.')
    assert.match(text('Rain from 18:05, dry at 00:10.', american) ?? '', /^Rain from 6:05 pm, dry at 12:10 am\.$/i)
    assert.equal(text('25:00 and 118:05', american), '25:00 and 118:05')
  })

  it('is unknown, or not to be had', () => {
    assert.equal(minutesView(minutely(rates(() => 0)), EN).text, EN.t('city.minutesUnknown'))
    for (const none of [
      minutely([]),
      minutely(
        rates(() => 0),
        { available: false },
      ),
    ])
      assert.deepEqual(minutesView(none, EN), { text: EN.t('city.minutesNone'), chart: null })
  })
})

it('the oldest of several parts that are much too old is named', () => {
  const old = (ageSeconds: number) => ({ freshness: 'emergency', ageSeconds }) as const
  const note = (now: number, days: number) =>
    provenanceView(placeWeather({ current: current(old(now)), daily: daily([], old(days)) }), ['openweather'], EN).note ?? ''
  assert.match(note(7_200, 18_000), /5 hours ago/)
  assert.match(note(18_000, 7_200), /5 hours ago/)
})
