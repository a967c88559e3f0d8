import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PROVIDERS } from '@isobar/providers'
import type { Counter } from 'prom-client'
import { openOutside, type Outside, PATH } from './testing/outside.ts'

/** Every provider of weather. */
const WEATHER = PROVIDERS.filter(({ settings }) => 'minuteLimit' in settings)
/** The one whose key the environment has. */
const WITH_KEY = 'openweather'
let outside: Outside
before(async () => {
  outside = await openOutside()
})
after(() => outside.close())

describe(`GET ${PATH}`, () => {
  it('200: lists every system without calling any', async () => {
    const before = outside.calls()
    const { status, body, headers } = await outside.read(PATH)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    const items = body.items
      .filter(({ kind }: Record<string, unknown>) => kind !== 'ad_program')
      .map(({ id, status: standing, checkedAt }: Record<string, unknown>) => [id, standing, checkedAt]) as [string, string, null][]
    const others = items.filter(([id]) => !WEATHER.some((each) => each.id === id))
    assert.deepEqual(
      items.filter((item) => !others.includes(item)).toSorted(),
      WEATHER.map(({ id, needs = [] }) => [id, needs.length === 0 || id === WITH_KEY ? 'unknown' : 'not_configured', null]).toSorted(),
    )
    assert.deepEqual(
      items.slice(0, 2).map(([id]) => id),
      ['openweather', 'open-meteo'],
      'those of the list come first',
    )
    assert.deepEqual(others, [
      ['aviation-weather', 'unknown', null],
      ['mail-transport', 'not_configured', null],
      ['bounce-mailbox', 'not_configured', null],
      ['mail-events', 'not_configured', null],
      ['mail-service', 'unknown', null],
      ['photo-service', 'not_configured', null],
      ['webhooks', 'not_configured', null],
      ['notice-webhook', 'not_configured', null],
      ['push-services', 'unknown', null],
      ['valkey', 'not_configured', null],
    ])
    assert.deepEqual(
      { total: body.total, nextCursor: body.nextCursor, status: body.adminSecret.status },
      { total: body.items.length, nextCursor: null, status: 'ok' },
    )
    assert.ok(body.smtpPresets.some(({ name, host }: Record<string, unknown>) => name === 'Gmail' && host === 'smtp.gmail.com'))
    assert.equal(outside.calls(), before)
  })

  it('200: says of each provider what it is used for, and why a part is not in use', async () => {
    const parts = async (id: string) =>
      (await outside.systemOf(id)).parts.map((part: Record<string, unknown>) => [
        part['id'],
        part['reason'],
        part['status'],
        part['succeededAt'],
      ])
    const NOT_LISTED = 'it is not in the list'
    assert.deepEqual(await parts('open-meteo'), [
      ['weather', null, 'unknown', null],
      ['air', null, 'unknown', null],
      ['sea', null, 'unknown', null],
    ])
    assert.deepEqual(await parts('bright-sky'), [
      ['weather', NOT_LISTED, 'unknown', null],
      ['stations', null, 'unknown', null],
    ])
    assert.deepEqual(await parts('nws'), [
      ['weather', NOT_LISTED, 'unknown', null],
      ['alerts', null, 'unknown', null],
      ['warnings', 'WARNING_FEEDS does not name it', 'unknown', null],
      ['stations', null, 'unknown', null],
      ['radar', 'RADAR_SOURCE does not name it', 'unknown', null],
    ])
    const noContact = 'it wants to know a contact: set UPSTREAM_CONTACT'
    assert.deepEqual(await parts('met-norway'), [
      ['weather', noContact, 'unknown', null],
      ['minutes', noContact, 'unknown', null],
      ['warnings', noContact, 'unknown', null],
    ])
    assert.deepEqual(
      (await parts('openweather')).map(([id]: unknown[]) => id),
      ['weather', 'air', 'places', 'tiles'],
    )
    assert.deepEqual((await outside.read(PATH)).body.regions.canada, ['CA'])
  })

  it('200: says what was refused of the data of each provider', async () => {
    const refused = outside.app.services.metrics.registry.getSingleMetric('isobar_refused_data_total') as Counter
    assert.equal((await outside.systemOf('openweather')).message, 'Not checked yet')
    refused.inc({ source: 'openweather', reason: 'gust' }, 3)
    refused.inc({ source: 'openweather', reason: 'value' }, 1_200)
    refused.inc({ source: 'open-meteo', reason: 'duplicate' }, 1)
    try {
      assert.equal(
        (await outside.systemOf('openweather')).message,
        'Not checked yet. Refused since the start: 1,200 impossible numbers, 3 gusts far below the wind.',
      )
      assert.match((await outside.systemOf('open-meteo')).message, /: 1 duplicate hours, minutes or days\.$/)
      assert.doesNotMatch((await outside.systemOf('nws')).message, /Refused/)
    } finally {
      refused.reset()
    }
  })
})

describe('the status of a provider', () => {
  const standing = async (id: string) => {
    await outside.app.services.gateway.drain()
    const { status, message, checkedAt } = await outside.systemOf(id)
    return { status, message, checkedAt }
  }
  let lat = 40
  const callPrimary = () => outside.app.get(`/api/weather?lat=${(lat += 0.5)}&lon=20&scope=current`)

  it('follows from ordinary calls, without a check', async () => {
    outside.app.clock.advance({ hours: 1 })
    outside.app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])
    for (let i = 0; i < 3; i++) await callPrimary()
    const [primary, second] = [await standing('openweather'), await standing('open-meteo')]
    assert.deepEqual({ status: primary.status, message: primary.message }, { status: 'failing', message: 'Out of service' })
    assert.equal(Date.parse(primary.checkedAt), outside.app.clock.now())
    assert.equal(second.status, 'ok')
    // Then what was refused of its answers, if anything was.
    assert.match(second.message, /^Responding normally(?:\. Refused since the start: .+)?$/)
    outside.app.simulator.setFaults([])
    await callPrimary()
    assert.equal((await standing('openweather')).status, 'ok')
  })

  it('turns to failing at once if the provider refuses the key, on other nodes too', async () => {
    outside.app.clock.advance({ minutes: 10 })
    outside.app.simulator.setFaults([{ kind: 'status', status: 401, match: { provider: 'openweather' } }])
    await callPrimary()
    assert.deepEqual((await standing('openweather')).status, 'failing')
    const other = await outside.anotherNode()
    const { body } = await other.get(PATH, outside.viewer.headers)
    assert.equal(body.items.find(({ id }: { id: string }) => id === 'openweather').status, 'failing')
    await other.stop()
    outside.app.simulator.setFaults([])
    outside.app.clock.advance({ minutes: 10 })
    await callPrimary()
  })

  it('is unknown again after a day without a call', async () => {
    // In steps short enough to stay signed in.
    outside.app.clock.advance({ hours: 13 })
    assert.equal((await standing('open-meteo')).status, 'ok')
    outside.app.clock.advance({ hours: 13 })
    assert.equal((await standing('open-meteo')).status, 'unknown')
  })
})
