import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DigestAccuracy } from './data.ts'
import { formatAccuracyLines, formatPastWeek } from './look-back.ts'
import { measures, replaceNoBreakSpaces, words } from './testing/week.ts'

describe('the look back', () => {
  const past = {
    from: '2026-11-16T00:00:00Z',
    to: '2026-11-23T00:00:00Z',
    observationCount: 1,
    kind: 'observation' as const,
    temperatureMin: null,
    temperatureMax: null,
    temperatureMean: null,
    precipitationTotal: 0,
    windGustMax: null,
  }

  it('shows what was observed, or nothing', () => {
    assert.equal(replaceNoBreakSpaces(formatPastWeek(past, words, measures)), '0 mm of rain and snow. Based on one reading.')
    assert.match(formatPastWeek({ ...past, kind: 'analysis' }, words, measures) ?? '', /Based on one estimate, not a measurement/)
    assert.equal(
      formatPastWeek({ ...past, precipitationTotal: null }, words, measures),
      'Too few hours of the past week are known to sum it up.',
    )
    assert.equal(formatPastWeek({ ...past, observationCount: 0 }, words, measures), null)
    assert.equal(formatPastWeek(null, words, measures), null)
  })

  it('shows the error one, three and seven days ahead, that of saying "like today", and what it was compared with', () => {
    const group = { days: 212, mae: 1.4, persistenceMae: 2.9, isMeasured: true }
    const linesOf = (accuracy: readonly DigestAccuracy[]) => formatAccuracyLines(accuracy, words, measures).map(replaceNoBreakSpaces)
    assert.deepEqual(
      linesOf([
        { ...group, leadHours: 6 },
        { ...group, leadHours: 24 },
        { ...group, leadHours: 168, persistenceMae: null },
      ]),
      [
        '1 day ahead: temperature off by 1.4 °C on average, on 212 days; saying “like today” would have been off by 2.9 °C.',
        '7 days ahead: temperature off by 1.4 °C on average, on 212 days.',
      ],
    )
    assert.equal(linesOf([{ ...group, leadHours: 24, isMeasured: false }])[1], 'Compared with estimates, not with measurements.')
    assert.deepEqual(linesOf([{ ...group, leadHours: 6, isMeasured: false }]), [])
    const station = { name: 'Tempelhof', distanceKm: 7.2 }
    assert.equal(linesOf([{ ...group, leadHours: 24, station }])[1], 'Compared with measurements at Tempelhof, 7.2 km away.')
  })

  it('shows nothing of the weekly counts of earlier releases', () => {
    const old = { leadHours: 24, n: 158, temperatureMae: 0.9, precipitationHitRate: 0.86 }
    assert.deepEqual(formatAccuracyLines([old], words, measures), [])
  })
})
