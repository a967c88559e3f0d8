import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { emptyRoom, made, NOBODY, rows, UNLIMITED } from '../testing/client.ts'
import { post, stored } from '../testing/preference-page.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
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
    const { token, id } = await made(app, { lang: 'de', units: 'si' })
    const other = await made(app, { cityLat: 10, lang: 'de', units: 'si' })
    app.clock.advance({ minutes: 1 })
    assert.deepEqual(await save(token, entry(id, { frequency: 'daily', 'hazard.fog': 'on' })), [])
    const [changed, same] = [await stored(app, id), await stored(app, other.id)]
    assert.deepEqual([changed.frequency, changed.alert_prefs.fog, changed.alert_prefs.wind], ['daily', true, false])
    assert.ok(changed.updated_at > same.updated_at)
    assert.deepEqual([same.frequency, same.alert_prefs], ['immediate', {}])
    await save(token, entry(id, { frequency: 'daily', 'hazard.fog': 'on' }))
    assert.deepEqual(await stored(app, id), changed)
  })

  it('keep language and units unless another one is chosen than the page showed, and a regional tag of the chosen language', async () => {
    const { token, id } = await made(app, { lang: 'de-CH', units: 'si' })
    const other = await made(app, { cityLat: 10, lang: 'fr', units: 'uk' })
    const settings = async (of: string) => {
      const { lang, units, lang_named_at, units_named_at } = await stored(app, of)
      return [lang, units, lang_named_at?.toISOString().slice(11, 16), units_named_at?.toISOString().slice(11, 16)]
    }
    app.clock.advance({ minutes: 1 })
    await save(token, { lang: 'de', units: 'si' })
    assert.deepEqual(
      [await settings(id), await settings(other.id)],
      [
        ['de-CH', 'si', '12:00', '12:00'],
        ['fr', 'uk', '12:00', '12:00'],
      ],
    )
    await save(token, { lang: 'fr', units: 'imperial' })
    assert.deepEqual(
      [await settings(id), await settings(other.id)],
      [
        ['fr', 'imperial', '12:01', '12:01'],
        ['fr', 'imperial', '12:01', '12:01'],
      ],
    )
    await app.database.pool.query(`update subscription set lang = 'de-CH' where id = $1`, [other.id])
    await save(token, { lang: 'de' })
    assert.deepEqual([(await settings(id))[0], (await settings(other.id))[0]], ['de', 'de-CH'])
  })

  it('change the frequency alone of what has no alerts, and only to one of its own', async () => {
    const { token } = await made(app)
    const weekly = await made(app, { type: 'city_weekly' })
    await save(token, { [`${weekly.id}.frequency`]: 'monthly', [`${weekly.id}.hazard.fog`]: 'on' })
    const { frequency, alert_prefs } = await stored(app, weekly.id)
    assert.deepEqual([frequency, alert_prefs], ['monthly', {}])
    await assert.rejects(save(token, { [`${weekly.id}.frequency`]: 'hourly' }), { code: 'invalid_request' })
    for (const wrong of [{ lang: 'tlh' }, { units: 'kelvin' }])
      await assert.rejects(save(token, wrong as never), { code: 'invalid_request' })
  })

  it('are saved all or not at all', async () => {
    const { token, id } = await made(app)
    const other = await made(app, { cityLat: 10 })
    const before = await rows(app)
    const faulty = await save(token, {
      ...entry(other.id, { 'hazard.fog': 'on' }),
      ...entry(id, { 'hazard.wind': 'on', 'limit.wind': '5000' }),
      lang: 'fr',
    })
    assert.deepEqual(
      faulty.map(({ entry: { shown }, faults }) => [shown.id, faults.map(({ path }) => path)]),
      [[id, ['alertPrefs.wind.minGustKmh']]],
    )
    assert.deepEqual(await rows(app), before)
  })

  it('replace the two old switches', async () => {
    const { token, id } = await made(app, { alertOnRain: true, alertOnStorm: true })
    await save(token, entry(id, { 'hazard.rain': 'on' }))
    const { alert_on_rain, alert_on_storm, alert_prefs } = await stored(app, id)
    assert.deepEqual([alert_on_rain, alert_on_storm, alert_prefs.thunderstorm], [false, false, false])
    assert.ok(alert_prefs.rain !== false)
  })
})

describe('what the page ends', () => {
  it('is one entry or all of them, and comes back by its instant within 30 days', async () => {
    const { token, id } = await made(app)
    const other = await made(app, { cityLat: 10 })
    const activeIds = async () => (await rows(app)).flatMap((row) => (row.active ? row.id : []))
    const at = (await service().end(token, other.id)) ?? 0
    assert.deepEqual([at, await activeIds()], [app.clock.now(), [id]])
    app.clock.advance({ minutes: 1 })
    const all = (await service().end(token, null)) ?? 0
    assert.deepEqual([all, await activeIds(), await service().end(token, null)], [app.clock.now(), [], null])
    app.clock.advance({ hours: 30 * 24 - 1, minutes: 59 })
    await service().undo(token, at)
    assert.deepEqual(await activeIds(), [other.id], 'to the very end of the 30 days, and nothing that was ended later')
    app.clock.advance({ minutes: 2 })
    await service().undo(token, all)
    assert.deepEqual(await activeIds(), [other.id])
  })

  it('is nothing for an unknown entry or token', async () => {
    const { token } = await made(app)
    assert.equal(await service().end(token, NOBODY), null)
    const uses = [() => service().find(NOBODY), () => service().end(NOBODY, null), () => service().undo(NOBODY, 0), () => save(NOBODY, {})]
    for (const use of uses) await assert.rejects(use, { code: 'not_found' })
  })

  it('is told by the address to which the form leads back', async () => {
    const { token, id } = await made(app)
    const locationOf = async (fields: Record<string, string>) => {
      const { status, headers } = await post(app, token, fields)
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
