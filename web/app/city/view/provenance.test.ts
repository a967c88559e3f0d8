import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, NOW, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import { buildProvenanceView } from './provenance.ts'

describe('provenance', () => {
  it('gives the age of each part, and warns if it is too old', () => {
    const old = buildTestCurrent({ freshness: 'emergency', ageSeconds: 3 * 3_600, fetchedAt: '2026-11-21T06:47:00Z' })
    const { parts, note } = buildProvenanceView(
      buildPlaceWeatherAnswer({ current: old, daily: buildTestDaily([], { freshness: 'acceptable' }) }),
      ['openweather'],
      EN,
    )
    assert.deepEqual(
      parts.map(({ ago, mark }) => [ago, mark]),
      [
        ['3 hours ago', EN.t('city.emergency')],
        ['2 minutes ago', EN.t('city.stale')],
      ],
    )
    assert.match(note ?? '', /not responding.*3 hours ago/)
  })

  it('names a provider that stands in', () => {
    const { attribution } = buildTestCurrent()
    const second = buildTestCurrent({ source: 'open-meteo', attribution: { ...attribution, name: 'Open-Meteo' } })
    const { parts, note } = buildProvenanceView(buildPlaceWeatherAnswer({ current: second }), ['openweather'], EN)
    assert.deepEqual(
      { source: parts[0]?.source, mark: parts[0]?.mark, note },
      { source: 'Open-Meteo', mark: EN.t('city.standIn'), note: 'Shown from another source, Open-Meteo.' },
    )
    const plan = buildPlaceWeatherAnswer({ current: buildTestCurrent(), hourly: buildTestHourly(NOW, [{}], { source: 'open-meteo' }) })
    assert.equal(buildProvenanceView(plan, ['openweather'], EN).note, null)
  })

  it('names the oldest of several parts that are much too old', () => {
    const old = (ageSeconds: number) => ({ freshness: 'emergency', ageSeconds }) as const
    const note = (now: number, days: number) =>
      buildProvenanceView(
        buildPlaceWeatherAnswer({ current: buildTestCurrent(old(now)), daily: buildTestDaily([], old(days)) }),
        ['openweather'],
        EN,
      ).note ?? ''
    assert.match(note(7_200, 18_000), /5 hours ago/)
    assert.match(note(18_000, 7_200), /5 hours ago/)
  })
})
