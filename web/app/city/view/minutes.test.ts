import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestMinutely, NOW } from '../testing/weather.ts'
import { buildMinutesView } from './minutes.ts'

const rates = (of: (minute: number) => number | null, count = 60) => Array.from({ length: count }, (_, minute) => of(minute))
const summary = (text: string) => ({ summary: { text } }) as Parameters<typeof buildTestMinutely>[1]

describe('the rain of the next hour', () => {
  it('is a picture from minute to minute, with a time for each quarter', () => {
    const { chart } = buildMinutesView(buildTestMinutely(rates((minute) => (minute === 1 ? 10 : 0))), EN)
    assert.deepEqual(chart?.times, ['10:47', '11:02', '11:17', '11:32'])
    assert.match(chart?.label ?? '', /10:47.*11:46/)
    // Heavy rain is half as high as the picture; one bar, as wide as a minute but for the gap.
    const { bars } = chart ?? {}
    const [, height] = /^M11 88v-([\d.]+)h8v\1z$/.exec(bars ?? '') ?? []
    assert.ok(Number(height) > 0, bars)
    const heavier = buildMinutesView(buildTestMinutely(rates((minute) => (minute === 1 ? 4 * 10 : 0))), EN).chart?.bars
    assert.equal(Number(/v-([\d.]+)/.exec(heavier ?? '')?.[1]), 2 * Number(height))
  })

  it('has no picture if it stays dry, but one with gaps if some minutes are unknown', () => {
    assert.equal(buildMinutesView(buildTestMinutely(rates(() => 0)), EN).chart, null)
    assert.equal(buildMinutesView(buildTestMinutely(rates(() => 0, 41)), EN).chart, null, 'an answer of some minutes ago')
    const { chart } = buildMinutesView(buildTestMinutely(rates((minute) => (minute === 2 ? null : 0))), EN)
    assert.match(chart?.gaps ?? '', /^M2[01] 88v-[\d.]+h10v[\d.]+z$/)
  })

  it('is told in the clock of the reader', () => {
    const text = (told: string, teller = EN) =>
      normaliseSpaces(
        buildMinutesView(
          buildTestMinutely(
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
    assert.equal(buildMinutesView(buildTestMinutely(rates(() => 0)), EN).text, EN.t('city.minutesUnknown'))
    for (const none of [
      buildTestMinutely([]),
      buildTestMinutely(
        rates(() => 0),
        { available: false },
      ),
    ])
      assert.deepEqual(buildMinutesView(none, EN), { text: EN.t('city.minutesNone'), chart: null })
  })
})

describe('the next hour', () => {
  it('shows precipitation, and marks what is unknown', () => {
    const { chart } = buildMinutesView(buildTestMinutely([0, 2, null, 8]), EN)
    assert.equal(chart?.bars.match(/M/g)?.length, 2)
    // The API covers four minutes, one of them unknown; the rest of the hour is unknown too.
    assert.equal(chart?.gaps.match(/M/g)?.length, 57)
    assert.equal(chart?.times[0], '10:47')
  })

  it('says if there is no such forecast, which does not mean dry', () => {
    assert.equal(buildMinutesView(buildTestMinutely([], { available: false }), EN).text, EN.t('city.minutesNone'))
  })

  it('gives times on the reader’s clock', () => {
    const summary = { text: 'Rain from 05:46 to 18:05.', startsAt: null, endsAt: null, intensity: 'light' as const, knownUntil: NOW }
    assert.equal(buildMinutesView(buildTestMinutely([1], { summary }), EN).text, summary.text)
    const text = buildMinutesView(buildTestMinutely([1], { summary }), { ...EN, locale: 'en-US', hour12: true }).text
    assert.equal(normaliseSpaces(text), 'Rain from 5:46 AM to 6:05 PM.')
  })
})
