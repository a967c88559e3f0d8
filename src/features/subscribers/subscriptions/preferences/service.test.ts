import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { clearSubscriptions, makeSubscription, NOBODY, querySubscriptionRows, UNLIMITED } from '../testing/client.ts'
import { postPreferencePage, findSubscriptionRow } from '../testing/preference-page.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

const service = () => app.services.subscriptions.preferences
const save = (token: string, fields: Record<string, string>) => service().save(token, new URLSearchParams(fields))

/** The fields of an entry as the page sends them if only these hazards are chosen. */
const entry = (id: string, fields: Record<string, string> = {}): Record<string, string> => ({
  [`${id}.frequency`]: 'immediate',
  [`${id}.minSeverity`]: 'moderate',
  [`${id}.leadHours`]: '12',
  [`${id}.cooldownMinutes`]: '360',
  shownIn: 'metric',
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${id}.${name}`, value])),
})

describe('the preferences that a form saves', () => {
  it('are written to the rows that they change, and to no others', async () => {
    const { token, id } = await makeSubscription(app, { lang: 'de', units: 'si' })
    const other = await makeSubscription(app, { cityLat: 10, lang: 'de', units: 'si' })
    app.clock.advance({ minutes: 1 })
    assert.deepEqual(await save(token, entry(id, { frequency: 'daily', 'hazard.fog': 'on' })), [])
    const [changed, same] = [await findSubscriptionRow(app, id), await findSubscriptionRow(app, other.id)]
    assert.deepEqual(
      { frequency: changed.frequency, fog: changed.alert_prefs.fog, wind: changed.alert_prefs.wind },
      { frequency: 'daily', fog: true, wind: false },
    )
    assert.ok(changed.updated_at > same.updated_at)
    assert.deepEqual({ frequency: same.frequency, alert_prefs: same.alert_prefs }, { frequency: 'immediate', alert_prefs: {} })
    await save(token, entry(id, { frequency: 'daily', 'hazard.fog': 'on' }))
    assert.deepEqual(await findSubscriptionRow(app, id), changed)
  })

  it('keep language and units unless another one is chosen than the page showed, and a regional tag of the chosen language', async () => {
    const { token, id } = await makeSubscription(app, { lang: 'de-CH', units: 'si' })
    const other = await makeSubscription(app, { cityLat: 10, lang: 'fr', units: 'uk' })
    const settings = async (of: string) => {
      const { lang, units, lang_named_at, units_named_at } = await findSubscriptionRow(app, of)
      return [lang, units, lang_named_at?.toISOString().slice(11, 16), units_named_at?.toISOString().slice(11, 16)]
    }
    app.clock.advance({ minutes: 1 })
    await save(token, { lang: 'de', units: 'si' })
    assert.deepEqual(
      { settingsId: await settings(id), settingsOtherId: await settings(other.id) },
      { settingsId: ['de-CH', 'si', '12:00', '12:00'], settingsOtherId: ['fr', 'uk', '12:00', '12:00'] },
    )
    await save(token, { lang: 'fr', units: 'imperial' })
    assert.deepEqual(
      { settingsId: await settings(id), settingsOtherId: await settings(other.id) },
      { settingsId: ['fr', 'imperial', '12:01', '12:01'], settingsOtherId: ['fr', 'imperial', '12:01', '12:01'] },
    )
    await app.database.pool.query(`update subscription set lang = 'de-CH' where id = $1`, [other.id])
    await save(token, { lang: 'de' })
    assert.deepEqual(
      { firstSettingsId: (await settings(id))[0], firstSettingsOtherId: (await settings(other.id))[0] },
      { firstSettingsId: 'de', firstSettingsOtherId: 'de-CH' },
    )
  })

  it('change the frequency alone of what has no alerts, and only to one of its own', async () => {
    const { token } = await makeSubscription(app)
    const weekly = await makeSubscription(app, { type: 'city_weekly' })
    await save(token, { [`${weekly.id}.frequency`]: 'monthly', [`${weekly.id}.hazard.fog`]: 'on' })
    const { frequency, alert_prefs } = await findSubscriptionRow(app, weekly.id)
    assert.deepEqual({ frequency, alert_prefs }, { frequency: 'monthly', alert_prefs: {} })
    await assert.rejects(save(token, { [`${weekly.id}.frequency`]: 'hourly' }), { code: 'invalid_request' })
    for (const wrong of [{ lang: 'tlh' }, { units: 'kelvin' }])
      await assert.rejects(save(token, wrong as never), { code: 'invalid_request' })
  })

  it('are saved all or not at all', async () => {
    const { token, id } = await makeSubscription(app)
    const other = await makeSubscription(app, { cityLat: 10 })
    const before = await querySubscriptionRows(app)
    const faulty = await save(token, {
      ...entry(other.id, { 'hazard.fog': 'on' }),
      ...entry(id, { 'hazard.wind': 'on', 'limit.wind': '5000' }),
      lang: 'fr',
    })
    assert.deepEqual(
      faulty.map(({ entry: { shown }, faults }) => [shown.id, faults.map(({ path }) => path)]),
      [[id, ['alertPrefs.wind.minGustKmh']]],
    )
    assert.deepEqual(await querySubscriptionRows(app), before)
  })

  it('replace the two old switches', async () => {
    const { token, id } = await makeSubscription(app, { alertOnRain: true, alertOnStorm: true })
    await save(token, entry(id, { 'hazard.rain': 'on' }))
    const { alert_on_rain, alert_on_storm, alert_prefs } = await findSubscriptionRow(app, id)
    assert.deepEqual(
      { alert_on_rain, alert_on_storm, thunderstorm: alert_prefs.thunderstorm },
      { alert_on_rain: false, alert_on_storm: false, thunderstorm: false },
    )
    assert.ok(alert_prefs.rain !== false)
  })
})

describe('what the page ends', () => {
  it('is one entry or all of them, and comes back by its instant within 30 days', async () => {
    const { token, id } = await makeSubscription(app)
    const other = await makeSubscription(app, { cityLat: 10 })
    const activeIds = async () => (await querySubscriptionRows(app)).flatMap((row) => (row.active ? row.id : []))
    const at = (await service().end(token, other.id)) ?? 0
    assert.deepEqual({ at, activeIds: await activeIds() }, { at: app.clock.now(), activeIds: [id] })
    app.clock.advance({ minutes: 1 })
    const all = (await service().end(token, null)) ?? 0
    assert.deepEqual(
      { all, activeIds: await activeIds(), end: await service().end(token, null) },
      { all: app.clock.now(), activeIds: [], end: null },
    )
    app.clock.advance({ hours: 30 * 24 - 1, minutes: 59 })
    await service().undo(token, at)
    assert.deepEqual(await activeIds(), [other.id], 'to the very end of the 30 days, and nothing that was ended later')
    app.clock.advance({ minutes: 2 })
    await service().undo(token, all)
    assert.deepEqual(await activeIds(), [other.id])
  })

  it('is nothing for an unknown entry or token', async () => {
    const { token } = await makeSubscription(app)
    assert.equal(await service().end(token, NOBODY), null)
    const uses = [() => service().find(NOBODY), () => service().end(NOBODY, null), () => service().undo(NOBODY, 0), () => save(NOBODY, {})]
    for (const use of uses) await assert.rejects(use, { code: 'not_found' })
  })

  it('is told by the address to which the form leads back', async () => {
    const { token, id } = await makeSubscription(app)
    const locationOf = async (fields: Record<string, string>) => {
      const { status, headers } = await postPreferencePage(app, token, fields)
      return `${status} ${headers.get('location')?.replace(`/preferences?token=${token}`, '')}`
    }
    const at = app.clock.now()
    assert.equal(await locationOf({ do: 'save' }), '303 &done=saved')
    assert.equal(await locationOf({ do: `end:${id}` }), `303 &done=ended&at=${at}`)
    assert.equal(await locationOf({ do: 'end:all' }), '303 &done=ended')
    assert.equal(await locationOf({ do: 'undo', at: String(at) }), '303 &done=back')
    for (const wrong of [
      { do: 'undo' },
      { do: 'undo', at: '1'.repeat(16) },
      { do: 'undo', at: '-1' },
      { do: 'end:' },
      { do: 'end:x' },
      { do: 'drop' },
      {},
    ])
      assert.match(await locationOf(wrong as Record<string, string>), /^400/)
  })
})
