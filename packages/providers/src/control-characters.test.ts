import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import fc from 'fast-check'
import { openCapFeed } from './cap-feed/index.ts'
import { assertChanged, createServedCalls } from './cap/testing/calls.ts'
import { readSampleFile, withoutSamples } from './cap/testing/samples.ts'
import { createEccc } from './eccc/index.ts'
import { createMetNorway } from './met-norway/index.ts'
import { createMeteoAlarm } from './meteoalarm/index.ts'
import { decodeCollection } from './nws/schema.ts'
import { transformMessages } from './nws/transform.ts'
import { createGeocode } from './openweather/geocode.ts'
import { decodeOneCall } from './openweather/schema.ts'
import { transformOneCall } from './openweather/transform.ts'

/** Characters that must not pass, from C0 to the byte order mark. */
const SALTS = [
  ...'\0\x07\b\x0b\f\x0e\x1b\x1f\x7f\x80\x85\x9b\x9f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
  '\x1b[31m',
  '\r',
  '\r\n',
  '\n',
  '\t',
]
// oxlint-disable-next-line no-control-regex -- none of these may be there
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/
/** Texts that may have lines. */
const WITH_LINES = new Set(['description', 'instruction'])
/** Fields that are texts although they may be one word. */
const TEXTS = new Set([
  'event',
  'senderName',
  'sender_name',
  'areaDesc',
  'area',
  'name',
  'state',
  'headline',
  'title',
  'tags',
  'description',
])

/** Every text of an answer with the salt in it. */
function salted(value: unknown, salt: string, key = ''): unknown {
  if (typeof value === 'string') {
    const isText = TEXTS.has(key) || /\p{L} \p{L}/u.test(value)
    return isText ? `${salt}${value.replaceAll(' ', ` ${salt}`)}${salt}` : value
  }
  if (Array.isArray(value)) return value.map((each) => salted(each, salt, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, salted(each, salt, name)]))
}

/** The same for XML, where a text may hide such a character behind an entity of HTML. */
function saltedXml(text: string, salt: string): string {
  const hidden = [...salt].map((character) => `&amp;#${character.codePointAt(0)};`).join('')
  // oxlint-disable-next-line no-control-regex -- XML cannot have these
  const open = salt.replaceAll(/[\0-\x08\x0b\f\x0e-\x1f]/g, '')
  return text.replaceAll(/>([^<>]*\p{L} \p{L}[^<>]*)</gu, (_, words: string) => `>${words.replace(' ', ` ${hidden}${open}`)}${open}<`)
}

/** Asserts that no text has a forbidden character, and none but descriptions a line end or a tab. Counts the texts. */
function assertClean(value: unknown, key = ''): number {
  if (typeof value === 'string') {
    assert.doesNotMatch(value, FORBIDDEN, key)
    if (!WITH_LINES.has(key)) assert.doesNotMatch(value, /[\n\t]/, key)
    return 1
  }
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [name, each]) => sum + assertClean(each, Array.isArray(value) ? key : name), 0)
}

const baseUrl = new URL('https://upstream.test')
const attribution = { name: 'x', text: 'x', url: 'https://upstream.test/', license: 'x' }
const json = (file: string): unknown => JSON.parse(readSampleFile(file).toString())
const body = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) })
const NOW = 0

/** What each adapter makes of a recorded answer with the salt. */
const ADAPTERS: Readonly<Record<string, (salt: string) => unknown>> = {
  'a document of CAP': async (salt) => {
    const document = saltedXml(readSampleFile('cap/eccc/cap_thunderstorm_update_bilingual_2023-08-05.xml').toString(), salt)
    const { warningFeed } = openCapFeed({ id: 'feed', url: new URL('/cap', baseUrl), attribution })
    return assertChanged(await warningFeed.read('all', null, createServedCalls(() => ({ body: Buffer.from(document) })).calls, NOW))
      .warnings
  },
  MeteoAlarm: async (salt) => {
    const answer = body(salted(json('cap/meteoalarm/feeds_germany_2026-04-20.json'), salt))
    const { warningFeed } = createMeteoAlarm({ baseUrl, countries: ['DE'] })
    return assertChanged(await warningFeed.read('DE', null, createServedCalls(() => answer).calls, NOW)).warnings
  },
  'Environment Canada': async (salt) => {
    const { features } = json('cap/eccc/geomet_alerts_annapolis_heat.json') as { features: unknown[] }
    const answer = body({ type: 'FeatureCollection', numberMatched: features.length, features: salted(features, salt) })
    const { warningFeed } = createEccc({ baseUrl, enabled: true })
    return assertChanged(await warningFeed.read('CA', null, createServedCalls(() => answer).calls, NOW)).warnings
  },
  'MET Norway': async (salt) => {
    const { features, ...rest } = json('cap/met-norway/metalerts_current_no_29_marine_2026-03-07.json') as { features: unknown }
    const answer = body({ ...rest, features: salted(features, salt) })
    const { warningFeed } = createMetNorway({ baseUrl, enabled: true })
    return assertChanged(await warningFeed.read('NO', null, createServedCalls(() => answer).calls, NOW)).warnings
  },
  'the National Weather Service': (salt) => {
    const answer = salted(json('nws/alerts_area_OK_2025-04-20T0223Z_tornado_flood.json'), salt)
    return transformMessages(decodeCollection(answer) ?? [], 1)
  },
  OpenWeather: (salt) => {
    const answer = decodeOneCall(
      {
        timezone: 'Europe/Berlin',
        timezone_offset: 3_600,
        current: { dt: 1 },
        daily: [{ dt: 43_200, summary: salted('A fine day', salt) }],
        alerts: salted([{ start: 1, end: 2, event: 'Sturm', sender_name: 'DWD', description: 'One\ntwo three', tags: ['Wind'] }], salt),
      },
      NOW,
    )
    assert.ok(answer !== null)
    return transformOneCall(answer, toCell(52, 13)).scopes
  },
  "OpenWeather's places": (salt) => {
    const answer = body(salted(json('openweather/geo_direct_london_limit5.json'), salt))
    return createGeocode({ baseUrl, key: () => 'k' }).search({ name: 'London', country: null }, createServedCalls(() => answer).calls)
  },
}

describe('control characters of a provider’s texts', { skip: withoutSamples }, () => {
  for (const [name, read] of Object.entries(ADAPTERS))
    it(`do not pass: ${name}`, async () => {
      const clean = assertClean(await read(''))
      assert.ok(clean > 5, `${clean} texts`)
      const salts = fc.array(fc.constantFrom(...SALTS), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
      await fc.assert(
        fc.asyncProperty(salts, async (salt) => {
          assert.ok(assertClean(await read(salt)) > 5)
        }),
        { numRuns: SALTS.length + 20, examples: SALTS.map((salt) => [salt]) },
      )
    })
})
