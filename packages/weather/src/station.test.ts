import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { computeDistanceKm } from './distance.ts'
import { formatInstant } from './instant.ts'
import {
  isComparable,
  isRecentReading,
  isSuitable,
  findNearestReport,
  NO_READING,
  type StationReading,
  type StationReport,
} from './station.ts'
import { MINUTE_MS } from './time.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const BERLIN = { lat: 52.52, lon: 13.41, height: 38 }
/** Degrees of latitude. */
const km = (distance: number): number => distance / 111.195

function report(northKm: number, height: number | null, reading: Partial<StationReading> = {}, id = 'A'): StationReport {
  return {
    station: { source: 'metar', id, name: id, lat: BERLIN.lat + km(northKm), lon: BERLIN.lon, height },
    reading: { ...NO_READING, observedAt: formatInstant(NOW - 20 * MINUTE_MS), temperature: 4, ...reading },
  }
}
const at = (minutesAgo: number) => ({ observedAt: formatInstant(NOW - minutesAgo * MINUTE_MS) })

describe('a suitable station', () => {
  it('is within 25 km and 150 m of height', () => {
    assert.equal(isSuitable(BERLIN, report(24.9, 188).station), true)
    assert.equal(isSuitable(BERLIN, report(25.1, 38).station), false)
    assert.equal(isSuitable(BERLIN, report(1, 189).station), false)
    assert.equal(isSuitable({ ...BERLIN, height: 300 }, report(1, 149).station), false)
  })

  it('is within 10 km if a height is unknown', () => {
    for (const [place, height] of [
      [BERLIN, null],
      [{ ...BERLIN, height: null }, 38],
      [{ ...BERLIN, height: null }, null],
    ] as const) {
      assert.equal(isSuitable(place, report(9.9, height).station), true)
      assert.equal(isSuitable(place, report(10.1, height).station), false)
    }
  })

  it('has a reading of the last 75 minutes, by clocks that may differ by 15', () => {
    assert.deepEqual(
      [75, 76, 0, -15, -16].map((minutes) => isRecentReading(report(1, 1, at(minutes)).reading, NOW)),
      [true, false, true, true, false],
    )
  })
})

describe('a station that forecasts are compared with', () => {
  it('is within 25 km and 100 m of height, both of which are known', () => {
    assert.equal(isComparable(BERLIN, report(24.9, 138).station), true)
    assert.equal(isComparable(BERLIN, report(25.1, 38).station), false)
    assert.equal(isComparable(BERLIN, report(1, 139).station), false)
    assert.equal(isComparable(BERLIN, report(1, null).station), false)
    assert.equal(isComparable({ ...BERLIN, height: null }, report(1, 38).station), false)
  })

  it('is within 10 km where the place or the station may be at the coast', () => {
    assert.equal(isComparable(BERLIN, report(9.9, 14).station), true)
    assert.equal(isComparable(BERLIN, report(10.1, 14).station), false)
    assert.equal(isComparable({ ...BERLIN, height: 3 }, report(10.1, 38).station), false)
    assert.equal(isComparable({ ...BERLIN, height: 15 }, report(10.1, 15).station), true)
  })
})

describe('the nearest suitable station', () => {
  it('is none without one', () => {
    assert.equal(findNearestReport(BERLIN, [], NOW), null)
    assert.equal(findNearestReport(BERLIN, [report(30, 38), report(5, 400), report(5, 38, at(90))], NOW), null)
    assert.equal(findNearestReport(BERLIN, [report(5, 38, { temperature: null, precipitation: 1 })], NOW), null)
  })

  it('is one that measured the temperature, before nearer ones that did not', () => {
    const blind = report(2, 38, { temperature: null, windSpeed: 3 }, 'B')
    assert.equal(findNearestReport(BERLIN, [blind, report(12, 38)], NOW)?.station.id, 'A')
    assert.equal(findNearestReport(BERLIN, [blind, report(12, 500)], NOW)?.station.id, 'B')
  })

  it('of one station from two sources is the newest report', () => {
    for (const [older, newer] of [
      ['A', 'B'],
      ['B', 'A'],
    ] as const)
      assert.equal(findNearestReport(BERLIN, [report(3, 38, at(40), older), report(3, 38, at(5), newer)], NOW)?.station.id, newer)
  })

  it('is suitable, states its distance, and no other with a temperature is nearer, in any order', () => {
    const reports = fc.array(
      fc.record({
        north: fc.double({ min: -40, max: 40, noNaN: true }),
        height: fc.option(fc.integer({ min: -300, max: 500 })),
        minutes: fc.integer({ min: -30, max: 120 }),
        temperature: fc.option(fc.integer({ min: -20, max: 30 })),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(reports, fc.option(fc.constant(38)), (made, height) => {
        const place = { ...BERLIN, height }
        const all = made.map(({ north, minutes, ...rest }, index) =>
          report(north, rest.height, { ...at(minutes), temperature: rest.temperature, windSpeed: 2 }, `S${index}`),
        )
        const found = findNearestReport(place, all, NOW)
        assert.deepEqual(findNearestReport(place, all.toReversed(), NOW), found)
        const able = all.filter(({ station, reading }) => isSuitable(place, station) && isRecentReading(reading, NOW))
        assert.equal(found === null, able.length === 0)
        if (found === null) return
        assert.equal(found.distanceKm, computeDistanceKm(place, found.station))
        assert.ok(able.some(({ station }) => station === found.station))
        const rivals = able.filter(({ reading }) => reading.temperature !== null)
        if (rivals.length > 0) assert.notEqual(found.reading.temperature, null)
        for (const { station } of rivals) assert.ok(computeDistanceKm(place, station) >= found.distanceKm)
      }),
    )
  })
})
