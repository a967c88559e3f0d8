import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { EMAIL_KEY, openOutside, type Outside, PATH, readAnsweringSource, STORED_KEY, WEATHER_KEY } from './testing/outside.ts'

let outside: Outside
before(async () => {
  outside = await openOutside()
})
after(() => outside.close())

describe(`GET, PATCH ${WEATHER_KEY}`, () => {
  it('200: shows the key of the environment, masked', async () => {
    const { status, body } = await outside.read(WEATHER_KEY)
    assert.equal(status, 200)
    assert.deepEqual(
      { configured: body.configured, source: body.source, masked: body.masked, updatedAt: body.updatedAt },
      { configured: true, source: 'environment', masked: '••••6789', updatedAt: null },
    )
  })

  it('200: a stored key is tried with one call and takes precedence at once on every node; null removes it', async () => {
    const other = await outside.anotherNode()
    const [before, rows] = [outside.calls(), (await outside.ledger()).length]
    const { status, body } = await outside.patch(WEATHER_KEY, { key: STORED_KEY })
    assert.equal(status, 200)
    assert.deepEqual(
      { source: body.source, masked: body.masked, updatedAt: body.updatedAt },
      { source: 'database', masked: '••••7c6d', updatedAt: instant() },
    )
    assert.equal(outside.calls() - before, 1)
    assert.equal((await outside.ledger()).length - rows, 1)
    assert.equal((await outside.systemOf('openweather')).status, 'ok')

    // A key that the provider refuses reveals which one is in use: the second provider answers then.
    await outside.patch(WEATHER_KEY, { key: 'nosub-key-0123456789', verify: false })
    await other.services.changes.check()
    assert.deepEqual(
      { sourceByApp: await readAnsweringSource(outside.app, 101), sourceByOther: await readAnsweringSource(other, 102) },
      { sourceByApp: 'open-meteo', sourceByOther: 'open-meteo' },
    )
    await outside.patch(WEATHER_KEY, { key: null })
    await other.services.changes.check()
    assert.deepEqual(
      { sourceByApp: await readAnsweringSource(outside.app, 103), sourceByOther: await readAnsweringSource(other, 104) },
      { sourceByApp: 'openweather', sourceByOther: 'openweather' },
    )
    assert.equal((await outside.read(WEATHER_KEY)).body.source, 'environment')
    await other.stop()
  })

  it('200: a good key ends at once the backoff that a bad one caused', async () => {
    await outside.patch(WEATHER_KEY, { key: 'invalid-key-0123456789', verify: false })
    assert.deepEqual(
      [await readAnsweringSource(outside.app, 105), await readAnsweringSource(outside.app, 106)],
      ['open-meteo', 'open-meteo'],
    )
    await outside.patch(WEATHER_KEY, { key: STORED_KEY })
    assert.equal(await readAnsweringSource(outside.app, 107), 'openweather')
    await outside.patch(WEATHER_KEY, { key: null })
  })

  it('400: a key that the provider refuses is not stored', async () => {
    const { version } = (await outside.read(WEATHER_KEY)).body
    for (const [key, message] of [
      ['invalid-key-0123456789', /key was rejected/],
      ['nosub-key-0123456789', /does not include the plan/],
    ] as const) {
      const { status, body } = await outside.patch(WEATHER_KEY, { key })
      assert.deepEqual(
        { status, error: body.error, details: body.details },
        { status: 400, error: 'invalid_request', details: [{ path: 'key', message: 'was rejected by the service' }] },
      )
      assert.match(body.message, message)
    }
    for (const body of [{}, { key: '' }, { key: 'a b' }, { key: 5 }, { key: 'x', verify: 'no' }])
      assert.equal((await outside.patch(WEATHER_KEY, body)).status, 400)
    assert.equal((await outside.read(WEATHER_KEY)).body.version, version)
    // Trying out a refused key has no effect on the key in use.
    assert.equal(await readAnsweringSource(outside.app, 108), 'openweather')
  })

  it('409 for a stale version', async () => {
    const { status } = await outside.patch(WEATHER_KEY, { key: null, version: 0 })
    assert.equal(status, 409)
  })

  it('429 if the budget does not allow the call', async () => {
    await outside.app.database.pool.query(
      `update upstream_window set used = ceiling + 1000000, window_start = $1 where holder = 'product:openweather/onecall'`,
      [new Date(Math.floor(outside.app.clock.now() / 86_400_000) * 86_400_000)],
    )
    const { status, body, headers } = await outside.patch(WEATHER_KEY, { key: STORED_KEY })
    assert.deepEqual({ status, error: body.error }, { status: 429, error: 'rate_limited' })
    assert.ok(Number(headers.get('retry-after')) > 0)
    await outside.app.database.pool.query(`update upstream_window set used = 0`)
  })

  it('502 if the key could not be tried', async () => {
    outside.app.simulator.setFaults([{ kind: 'reset', match: { provider: 'openweather' } }])
    const { status, body } = await outside.patch(WEATHER_KEY, { key: STORED_KEY })
    assert.deepEqual({ status, error: body.error }, { status: 502, error: 'upstream_error' })
    assert.match(body.message, /Set verify to false/)
    outside.app.simulator.setFaults([])
  })
})

describe(`GET, PATCH ${EMAIL_KEY}`, () => {
  it('200', async () => {
    assert.deepEqual((await outside.read(EMAIL_KEY)).body.source, 'environment')
    const { body } = await outside.patch(EMAIL_KEY, { key: 'stored-mail-key-0a1b2c3d' })
    assert.deepEqual(
      { configured: body.configured, source: body.source, masked: body.masked },
      { configured: true, source: 'database', masked: '••••2c3d' },
    )
    await outside.patch(PATH, { id: 'mail-service', check: true })
    assert.ok(outside.mailService.keys.has('stored-mail-key-0a1b2c3d'))
    assert.equal((await outside.patch(EMAIL_KEY, { key: null })).body.source, 'environment')
  })

  it('400: a key that is refused, or that may only send', async () => {
    for (const key of ['invalid-key-0123456789', 'restricted-key-0123456789'])
      assert.equal((await outside.patch(EMAIL_KEY, { key })).status, 400, key)
  })

  it('502', async () => {
    outside.mailService.failNext(500)
    assert.equal((await outside.patch(EMAIL_KEY, { key: 'some-key-0123456789' })).status, 502)
  })
})

function instant(): string {
  return new Date(outside.app.clock.now()).toISOString().replace('.000Z', 'Z')
}
