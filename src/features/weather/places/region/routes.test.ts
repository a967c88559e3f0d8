import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

const NOWHERE = { region: null, suggestedUnits: 'metric', suggestedLang: 'en' }
const UNKNOWN = { region: null, city: null, lat: null, lon: null, timezone: null }

describe('GET /api/location/region', () => {
  let direct: TestApp
  let proxied: TestApp
  before(async () => {
    direct = await createTestApp({ env: { RATE_LIMITS: 'region=0' } })
    proxied = await createTestApp({ sharing: direct, env: { RATE_LIMITS: 'region=0', TRUST_PROXY: '1' } })
  })
  after(async () => {
    await proxied.close()
    await direct.close()
  })

  const PATH = '/api/location/region'
  const from = (ip: string, headers: Record<string, string> = {}) => proxied.get(PATH, { 'x-forwarded-for': ip, ...headers })

  describe('200', () => {
    it('is empty for a local address', async () => {
      const { status, body, headers } = await direct.get(PATH)
      assert.deepEqual({ status, body }, { status: 200, body: NOWHERE })
      assert.equal(headers.get('cache-control'), 'private, no-store')
      for (const ip of ['10.1.2.3', '192.168.1.1', '172.20.0.1', '100.64.0.1', 'fd00::1', 'fe80::1', '::1']) {
        assert.deepEqual((await from(ip)).body, NOWHERE, ip)
      }
    })

    it('is the country of the address, from the bundled database', async () => {
      // Networks that have belonged to their operators for decades: Google, heise, NIC.br, the University of Tokyo.
      for (const [ip, country, units, lang] of [
        ['8.8.8.8', 'US', 'imperial', 'en'],
        ['193.99.144.80', 'DE', 'metric', 'de'],
        ['2a02:2e0:3fe:1001:302::', 'DE', 'metric', 'de'],
        ['200.160.2.3', 'BR', 'metric', 'pt'],
        ['133.11.0.1', 'JP', 'metric', 'ja'],
      ] as const) {
        const { body } = await from(ip)
        assert.deepEqual(body, { region: { country, ...UNKNOWN, source: 'geoip' }, suggestedUnits: units, suggestedLang: lang }, ip)
      }
    })

    it('trusts the edge behind a trusted proxy more than the database', async () => {
      const { body } = await from('8.8.8.8', {
        'cf-ipcountry': 'GB',
        'cf-ipcity': 'London',
        'cf-region': 'England',
        'cf-iplatitude': '51.50853',
        'cf-iplongitude': '-0.12574',
        'cf-timezone': 'Europe/London',
      })
      assert.deepEqual(body, {
        region: {
          country: 'GB',
          region: 'England',
          city: 'London',
          lat: 51.50853,
          lon: -0.12574,
          timezone: 'Europe/London',
          source: 'edge',
        },
        suggestedUnits: 'uk',
        suggestedLang: 'en',
      })
    })

    it('accepts the headers of other edges, and names outside ASCII', async () => {
      const vercel = await from('8.8.8.8', { 'x-vercel-ip-country': 'BR', 'x-vercel-ip-city': 'S%C3%A3o%20Paulo' })
      assert.deepEqual({ country: vercel.body.region.country, city: vercel.body.region.city }, { country: 'BR', city: 'São Paulo' })
      const raw = await from('8.8.8.8', { 'x-geo-country': 'de', 'x-geo-city': Buffer.from('Köln').toString('latin1') })
      assert.deepEqual({ country: raw.body.region.country, city: raw.body.region.city }, { country: 'DE', city: 'Köln' })
      assert.equal((await from('8.8.8.8', { 'cloudfront-viewer-country': 'FR' })).body.region.country, 'FR')
    })

    it('omits what the edge does not know, or garbles', async () => {
      const { body } = await from('10.0.0.1', {
        'cf-ipcountry': 'FR',
        'cf-ipcity': '%E0%A4%A',
        'cf-iplatitude': '91',
        'cf-iplongitude': '2.3',
        'cf-timezone': 'Mars/Olympus',
        'cf-region': 'x'.repeat(101),
      })
      assert.deepEqual(body.region, { country: 'FR', ...UNKNOWN, city: '%E0%A4%A', source: 'edge' })
      for (const country of ['XX', 'T1', 'ZZ', 'Germany', '']) {
        assert.equal((await from('193.99.144.80', { 'cf-ipcountry': country })).body.region.source, 'geoip', country)
      }
    })

    it('trusts no headers without a trusted proxy', async () => {
      const { body } = await direct.get(PATH, { 'cf-ipcountry': 'GB', 'x-forwarded-for': '8.8.8.8', 'x-real-ip': '8.8.8.8' })
      assert.deepEqual(body, NOWHERE)
    })

    it('trusts headers only from the trusted addresses', async () => {
      const node = await createTestApp({ sharing: direct, env: { RATE_LIMITS: 'region=0', TRUST_PROXY: '192.0.2.0/24' } })
      try {
        assert.deepEqual((await node.get(PATH, { 'cf-ipcountry': 'GB', 'x-forwarded-for': '8.8.8.8' })).body, NOWHERE)
      } finally {
        await node.close()
      }
    })

    it('suggests the language that the client prefers', async () => {
      const lang = async (accept: string, ip = '193.99.144.80') => (await from(ip, { 'accept-language': accept })).body.suggestedLang
      assert.equal(await lang('fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5'), 'fr')
      assert.equal(await lang('nl, en;q=0.5, it;q=0.8'), 'it')
      assert.equal(await lang('pt-BR'), 'pt')
      assert.equal(await lang('nl-NL,nl'), 'de')
      assert.equal(await lang('en;q=0'), 'de')
      assert.equal(await lang('*'), 'de')
      assert.equal(await lang('xx-yy;;;,,q=1'), 'de')
      assert.equal(await lang('nl', '127.0.0.1'), 'en')
    })

    it('does not reveal the address', async () => {
      const { text } = await from('193.99.144.80')
      assert.ok(!text.includes('193.99'))
      assert.ok(![...proxied.logLines, ...direct.logLines].some((line) => line.includes('193.99.144.80')))
      assert.equal(direct.simulator.calls().total, 0)
    })
  })

  describe('429', () => {
    it('beyond the rate of the address', async () => {
      const node = await createTestApp({ env: { RATE_LIMITS: 'region=1' } })
      try {
        assert.deepEqual([(await node.get(PATH)).status, (await node.get(PATH)).status], [200, 429])
      } finally {
        await node.close()
      }
    })
  })
})
