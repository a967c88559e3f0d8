import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { CITIES } from '../places/cities.ts'
import { warningsAt } from '../warnings/warnings.ts'
import { siteAt } from './geography.ts'
import { hazardByKey, hazardsAt } from './hazards.ts'
import { TRUTH, weatherAt } from './weather.ts'

const HOUR = 3_600_000
const YEAR_START = Date.UTC(2026, 0, 1)
const cities = CITIES.map((city) => ({ ...city, site: siteAt(city.lat, city.lon) }))
const globe = Array.from({ length: 35 * 36 }, (_, i) => siteAt(-85 + Math.floor(i / 36) * 5, -180 + (i % 36) * 10))

it('over a year there is always rain and an active warning in some city, and snow and thunder somewhere', () => {
  // 91.3 hours apart, so that all hours of the day and all seasons occur.
  for (let sample = 0; sample < 96; sample++) {
    const now = YEAR_START + sample * 91.3 * HOUR
    const when = new Date(now).toISOString()
    const t = now / HOUR
    const raining = cities.some(({ site }) => {
      const state = weatherAt(site, t, TRUTH)
      return state.precipitation * (1 - state.snowShare) > 0.2
    })
    assert.ok(raining, `no city has rain at ${when}`)
    const warned = CITIES.some((city) =>
      warningsAt({ forced: [], errors: new Map() }, city.lat, city.lon, now).some(
        (warning) => warning.start <= now && now < warning.cancelledAt,
      ),
    )
    assert.ok(warned, `no city has an active warning at ${when}`)
    const states = globe.map((site) => weatherAt(site, t, TRUTH))
    assert.ok(
      states.some((state) => state.precipitation > 0.1 && state.snowShare > 0.5),
      `no snow at ${when}`,
    )
    assert.ok(
      states.some((state) => state.thunder),
      `no thunder at ${when}`,
    )
  }
})

it('but not everywhere: most cities are dry and without a warning at most times', () => {
  let warned = 0
  let wet = 0
  for (let sample = 0; sample < 24; sample++) {
    const now = YEAR_START + sample * 365 * HOUR
    warned += CITIES.filter((city) => hazardsAt(city.lat, city.lon, now).length > 0).length
    wet += cities.filter(({ site }) => weatherAt(site, now / HOUR, TRUTH).precipitation > 0.1).length
  }
  assert.ok(warned / (24 * CITIES.length) < 0.3, `${warned}`)
  assert.ok(wet / (24 * CITIES.length) < 0.3, `${wet}`)
})

it('a warning keeps its start, end and issue time while it is in force, and can be found by its key', () => {
  const city = fc.constantFrom(...CITIES)
  fc.assert(
    fc.property(city, fc.integer({ min: 0, max: 8_766 }), ({ lat, lon }, hours) => {
      const now = YEAR_START + hours * HOUR
      for (const event of hazardsAt(lat, lon, now)) {
        assert.ok(event.issuedAt <= now && now < event.end)
        assert.ok(event.start < event.end)
        assert.deepEqual(hazardByKey(event.key), event)
        for (const at of [event.issuedAt, event.start, event.end - 1]) {
          if (at < event.issuedAt) continue
          assert.deepEqual(
            hazardsAt(lat, lon, at).find((other) => other.key === event.key),
            event,
          )
        }
        assert.ok(!hazardsAt(lat, lon, event.end).some((other) => other.key === event.key))
      }
    }),
    { numRuns: 300 },
  )
})

it('a warning agrees with the climate: while it lasts, its square reaches the peak that it states', () => {
  const now = YEAR_START + 300 * HOUR
  const events = CITIES.flatMap((city) => hazardsAt(city.lat, city.lon, now)).filter((event) => event.hazard === 'wind')
  assert.ok(events.length > 0)
  for (const event of events) {
    const site = siteAt(event.south + 0.5, event.west + 0.5)
    let strongest = 0
    for (let at = event.start; at <= event.end; at += HOUR / 2) strongest = Math.max(strongest, weatherAt(site, at / HOUR, TRUTH).windGust)
    assert.ok(strongest >= event.peak - 0.01)
  }
})
