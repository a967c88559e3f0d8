import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HAZARDS } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import {
  CHANGED_EXAMPLE,
  CREATE_EXAMPLES,
  CREATED_EXAMPLE,
  DELETE_EXAMPLES,
  LIST_EXAMPLE,
  PATCH_EXAMPLES,
  REMOVAL_EXAMPLE,
} from './examples.ts'
import {
  BERLIN,
  clearSubscriptions,
  listFaultPaths,
  insertWaiting,
  listAsClient,
  NOBODY,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
  listWaitingKinds,
} from './testing/client.ts'

const PATH = '/api/subscriptions'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: UNLIMITED })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('GET /api/subscriptions', () => {
  describe('200', () => {
    it('lists the client’s active ones, newest first, masked and without tokens', async () => {
      await postSubscription(app, {})
      app.clock.advance({ minutes: 1 })
      await postSubscription(app, { type: 'city_weekly', alertPrefs: { fog: true } })
      await postSubscription(app, { clientId: 'client-2' })
      const { status, body, headers, text } = await listAsClient(app)
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.deepEqual(
        body.subscriptions.map(({ type, email, clientId, active, alertPrefs }: Record<string, unknown>) => [
          type,
          email,
          clientId,
          active,
          alertPrefs,
        ]),
        [
          ['city_weekly', 'a•••@example.org', 'client-1', true, { fog: true }],
          ['city_alerts', 'a•••@example.org', 'client-1', true, {}],
        ],
      )
      assert.doesNotMatch(text, /unsubscribe_token|ada@/)
    })

    it('is an empty list for an unknown client', async () => {
      assert.deepEqual((await listAsClient(app, 'nobody')).body, { subscriptions: [] })
    })
  })

  it('400 without a clientId, or with a wrong one', async () => {
    for (const query of ['', '?clientId=', '?clientId=a%20b', `?clientId=${'x'.repeat(129)}`, '?clientId=a&clientId=b']) {
      const answer = await sendAsClient(app, 'GET', PATH + query)
      assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: ['clientId'] }, query)
    }
  })

  it('405 for HEAD and PUT', async () => {
    for (const method of ['HEAD', 'PUT']) {
      const { status, headers } = await sendAsClient(app, method, `${PATH}?clientId=a`)
      assert.deepEqual({ status, allow: headers.get('allow') }, { status: 405, allow: 'DELETE, GET, PATCH, POST, OPTIONS' })
    }
  })
})

describe('PATCH /api/subscriptions', () => {
  const patch = (id: string, alertPrefs: unknown, clientId = 'client-1') => sendAsClient(app, 'PATCH', PATH, { clientId, id, alertPrefs })

  describe('200', () => {
    it('merges, removes with null, and reports fields without effect', async () => {
      const alertPrefs = { rain: { minMmPerHour: 2 }, fog: true, quietHours: { from: '22:00', to: '07:00' } }
      const { id } = (await postSubscription(app, { alertPrefs })).body.subscription
      // An earlier release stored unknown preferences.
      await app.database.pool.query(`update subscription set alert_prefs = jsonb_set(alert_prefs, '{hail}', '1') where id = $1`, [id])
      const unknown = await patch(id, { hail: 2, sleet: true })
      assert.deepEqual(
        { status: unknown.status, paths: unknown.body.details.map(({ path }: { path: string }) => path) },
        { status: 400, paths: ['alertPrefs.sleet'] },
      )
      app.clock.advance({ minutes: 1 })
      const { status, body, headers } = await patch(id, { fog: null, uv: { min: 6 }, quietHours: { from: '23:00' } })
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.deepEqual(body.subscription.alertPrefs, {
        rain: { minMmPerHour: 2 },
        hail: 1,
        quietHours: { from: '23:00', to: '07:00' },
        uv: { min: 6 },
      })
      assert.deepEqual(body.ignoredPreferences, ['hail'])
      assert.equal(body.subscription.email, 'a•••@example.org')
      assert.ok(!('unsubscribe_token' in body.subscription))
      assert.ok(body.subscription.updatedAt > body.subscription.createdAt)
      assert.deepEqual((await listAsClient(app)).body.subscriptions[0].alertPrefs, body.subscription.alertPrefs)
    })

    it('merges a chance beside a threshold, removes it with null, and ignores one that was stored where it has no effect', async () => {
      const { id } = (await postSubscription(app, { alertPrefs: { rain: { minMmPerHour: 2 }, ice: true } })).body.subscription
      const likely = await patch(id, { rain: { minProbability: 0.6 }, ice: { minProbability: 0.9 } })
      assert.deepEqual(
        { status: likely.status, alertPrefs: likely.body.subscription.alertPrefs },
        { status: 200, alertPrefs: { rain: { minMmPerHour: 2, minProbability: 0.6 }, ice: { minProbability: 0.9 } } },
      )
      await app.database.pool.query(
        `update subscription set alert_prefs = alert_prefs || '{"wind": {"minProbability": 1}}' where id = $1`,
        [id],
      )
      const { body } = await patch(id, { rain: { minProbability: null }, ice: null })
      assert.deepEqual(
        { alertPrefs: body.subscription.alertPrefs, ignored: body.ignoredPreferences },
        { alertPrefs: { rain: { minMmPerHour: 2 }, wind: { minProbability: 1 } }, ignored: ['wind.minProbability'] },
      )
    })

    it('loses none of many simultaneous patches', async () => {
      const { id } = (await postSubscription(app, {})).body.subscription
      await Promise.all(HAZARDS.map((hazard) => patch(id, { [hazard]: true })))
      assert.equal(Object.keys((await listAsClient(app)).body.subscriptions[0].alertPrefs).length, HAZARDS.length)
    })
  })

  describe('400', () => {
    it('for a type that has no preferences', async () => {
      const { id } = (await postSubscription(app, { type: 'city_weekly' })).body.subscription
      const answer = await patch(id, { fog: true })
      assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: ['id'] })
    })

    it('for wrong fields, which it names, and changes nothing', async () => {
      const { id } = (await postSubscription(app, { alertPrefs: { fog: true } })).body.subscription
      const wrong: readonly (readonly [body: object, path: string])[] = [
        [{ id, alertPrefs: { rain: 5 } }, 'alertPrefs.rain'],
        [{ id, alertPrefs: { heat: { minC: '30' } } }, 'alertPrefs.heat.minC'],
        [{ id, alertPrefs: { ice: { minProbability: 60 } } }, 'alertPrefs.ice.minProbability'],
        [{ id, alertPrefs: { fog: { minProbability: 0.6 } } }, 'alertPrefs.fog.minProbability'],
        [{ id, alertPrefs: null }, 'alertPrefs'],
        [{ id }, 'alertPrefs'],
        [{ id: 'x', alertPrefs: {} }, 'id'],
        [{ alertPrefs: {} }, 'id'],
        [{ id, alertPrefs: {}, clientId: 7 }, 'clientId'],
      ]
      for (const [body, path] of wrong) {
        const answer = await sendAsClient(app, 'PATCH', PATH, { clientId: 'client-1', ...body })
        assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: [path] })
      }
      assert.deepEqual((await listAsClient(app)).body.subscriptions[0].alertPrefs, { fog: true })
    })

    it('for preferences that a patch makes too large', async () => {
      const { id } = (await postSubscription(app, {})).body.subscription
      const stored = JSON.stringify({ a: 'x'.repeat(4_080) })
      await app.database.pool.query('update subscription set alert_prefs = $1 where id = $2', [stored, id])
      const answer = await patch(id, { fog: true, wind: true })
      assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: ['alertPrefs'] })
    })
  })

  it('404 for what is another client’s, unknown or inactive', async () => {
    const { id } = (await postSubscription(app, {})).body.subscription
    const answers = [await patch(id, {}, 'client-2'), await patch(NOBODY, {})]
    await sendAsClient(app, 'DELETE', PATH, { clientId: 'client-1', ...BERLIN, types: ['city_alerts'] })
    answers.push(await patch(id, { fog: true }))
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.error]),
      answers.map(() => [404, 'not_found']),
    )
  })
})

describe('DELETE /api/subscriptions', () => {
  const remove = (body: object) => sendAsClient(app, 'DELETE', PATH, { clientId: 'client-1', ...body })
  const active = async () => (await querySubscriptionRows(app)).filter((row) => row.active).map((row) => `${row.type} ${row.city_lat}`)

  describe('200', () => {
    it('ends the named types, cities by the cell of the place', async () => {
      await postSubscription(app, {})
      await postSubscription(app, { type: 'city_weekly' })
      await postSubscription(app, { cityLat: 10 })
      await postSubscription(app, { type: 'newsletter' })
      const ended = await remove({ cityLat: 52.5204, cityLon: 13.4149, types: ['city_alerts', 'city_weekly', 'city_weekly'] })
      assert.deepEqual(
        { status: ended.status, removed: ended.body.removed, ids: ended.body.ids.length },
        { status: 200, removed: 2, ids: 2 },
      )
      assert.equal(ended.headers.get('cache-control'), 'private, no-store')
      assert.deepEqual((await active()).toSorted(), ['city_alerts 10', 'newsletter 52.52'])
      const newsletter = await remove({ types: ['newsletter'] })
      assert.equal(newsletter.body.removed, 1)
      assert.deepEqual(await active(), ['city_alerts 10'])
    })

    it('ends newsletters at any place', async () => {
      await postSubscription(app, { type: 'newsletter' })
      assert.equal((await remove({ cityLat: -1, cityLon: -1, types: ['newsletter', 'city_alerts'] })).body.removed, 1)
    })

    it('ends nothing of others, and nothing twice', async () => {
      await postSubscription(app, { clientId: 'client-2' })
      await postSubscription(app, {})
      const body = { ...BERLIN, types: ['city_alerts'] }
      const answers = [await remove(body), await remove(body), await remove({ ...body, clientId: 'nobody' })]
      assert.deepEqual(
        answers.map((answer) => [answer.status, answer.body.removed, answer.body.ids.length]),
        [
          [200, 1, 1],
          [200, 0, 0],
          [200, 0, 0],
        ],
      )
      assert.equal((await active()).length, 1)
    })

    it('withdraws the waiting mails of a kind when its last subscription ends', async () => {
      await postSubscription(app, {})
      await postSubscription(app, { cityLat: 10 })
      await postSubscription(app, { type: 'city_weekly' })
      await insertWaiting(app, ['alerts', 'digest'])
      await remove({ ...BERLIN, types: ['city_alerts'] })
      assert.deepEqual(await listWaitingKinds(app), ['alerts', 'digest'])
      await remove({ cityLat: 10, cityLon: BERLIN.cityLon, types: ['city_alerts'] })
      assert.deepEqual(await listWaitingKinds(app), ['digest'])
    })
  })

  it('400 without coordinates for a city type, without types, or with unknown ones', async () => {
    const wrong: readonly (readonly [body: object, ...paths: string[]])[] = [
      [{ types: ['city_alerts'] }, 'cityLat', 'cityLon'],
      [{ types: ['newsletter', 'city_weekly'], cityLat: 5 }, 'cityLon'],
      [{ types: ['newsletter'], cityLat: 5 }, 'cityLon'],
      [{ ...BERLIN }, 'types'],
      [{ ...BERLIN, types: [] }, 'types'],
      [{ ...BERLIN, types: 'newsletter' }, 'types'],
      [{ ...BERLIN, types: ['all'] }, 'types[0]'],
      [{ ...BERLIN, cityLat: 91, types: ['newsletter'] }, 'cityLat'],
      [{ ...BERLIN, types: ['newsletter'], clientId: '' }, 'clientId'],
    ]
    for (const [body, ...paths] of wrong) {
      const answer = await remove(body)
      assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: paths }, JSON.stringify(body))
    }
  })
})

/** The statuses that the verbs themselves answer with; the others are those of every route. */
const OWN = new Set(['200', '201', '400', '404', '409', '429'])

describe('the document of the API', () => {
  it('has the statuses with which each verb answers', async () => {
    const { paths } = (await app.get('/api/openapi.json')).body
    const declared = Object.entries(paths[PATH] as Record<string, { tags: string[]; responses: object }>).map(
      ([verb, { tags, responses }]) => [
        verb,
        tags.join(),
        Object.keys(responses)

          .filter((status) => OWN.has(status))
          .join(' '),
      ],
    )
    assert.deepEqual(declared.toSorted(), [
      ['delete', 'Subscriptions', '200 400 429'],
      ['get', 'Subscriptions', '200 400 429'],
      ['patch', 'Subscriptions', '200 400 404 429'],
      ['post', 'Subscriptions', '200 201 400 409 429'],
    ])
  })

  it('has examples that are accepted and answered as shown', async () => {
    const created = []
    for (const example of CREATE_EXAMPLES) {
      const { status, body } = await sendAsClient(app, 'POST', PATH, example)
      assert.equal(status, 201)
      created.push(body.subscription)
    }
    const fields = (subscription: object) => Object.keys(subscription).toSorted()
    const [first, second] = created
    assert.deepEqual({ firstType: first.type, secondType: second.type }, { firstType: 'city_alerts', secondType: 'newsletter' })
    const { id, unsubscribe_token, createdAt, updatedAt, ...shown } = CREATED_EXAMPLE.subscription
    for (const [name, value] of Object.entries(shown)) assert.deepEqual(first[name], value, name)
    assert.deepEqual(fields(first), fields(CREATED_EXAMPLE.subscription))
    assert.ok([id, unsubscribe_token].every((each) => /^[\da-f-]{36}$/.test(each)) && createdAt <= updatedAt)
    const { clientId } = shown
    const listed = (await listAsClient(app, clientId)).body.subscriptions
    assert.deepEqual(fields(listed.at(-1)), fields(LIST_EXAMPLE.subscriptions[0] as object))
    const [patch] = PATCH_EXAMPLES
    const { status, body } = await sendAsClient(app, 'PATCH', PATH, { ...patch, id: first.id })
    assert.deepEqual(
      { status, fog: body.subscription.alertPrefs.fog, wind: body.subscription.alertPrefs.wind },
      { status: 200, fog: true, wind: undefined },
    )
    assert.deepEqual(
      { ignoredPreferences: body.ignoredPreferences, fields: fields(body) },
      { ignoredPreferences: [], fields: fields(CHANGED_EXAMPLE) },
    )
    for (const [index, example] of DELETE_EXAMPLES.entries()) {
      const answer = await sendAsClient(app, 'DELETE', PATH, example)
      assert.deepEqual(
        { status: answer.status, removed: answer.body.removed, fields: fields(answer.body) },
        { status: 200, removed: REMOVAL_EXAMPLE.removed, fields: fields(REMOVAL_EXAMPLE) },
        `${index}`,
      )
    }
  })
})

describe('mailLang', () => {
  it('is the language of the mails, English for unsupported ones', async () => {
    const langs: unknown[] = []
    for (const lang of ['de-AT', 'fr', 'pt-BR', 'ja', 'ar', 'nl'])
      langs.push((await postSubscription(app, { lang })).body.subscription.mailLang)
    assert.deepEqual(langs, ['de', 'fr', 'pt', 'ja', 'ar', 'en'])
  })
})

describe('429', () => {
  it('allows 30 a minute; lookups of unknown clients count once and have their own limit, which does not affect known ones', async () => {
    const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=0,unknown-client=3' } })
    // What the neighbouring node counted is over.
    app.clock.advance({ minutes: 2 })
    try {
      await postSubscription(limited, {})
      const guesses: number[] = []
      for (let i = 0; i < 4; i++) guesses.push((await listAsClient(limited, `guess-${i}`)).status)
      assert.deepEqual(guesses, [200, 200, 200, 429])
      const { headers, body } = await listAsClient(limited, 'guess-5')
      assert.equal(body.error, 'rate_limited')
      assert.equal(headers.get('retry-after'), String(body.retryAfterSeconds))
      assert.equal(headers.get('ratelimit-policy'), '"unknown-client";q=3;w=60')
      assert.equal(headers.get('ratelimit'), `"unknown-client";r=0;t=${body.retryAfterSeconds}`)
      const statuses: number[] = []
      for (let i = 0; i < 25; i++) statuses.push((await listAsClient(limited)).status)
      assert.deepEqual(new Set(statuses.slice(0, -1)), new Set([200]))
      assert.equal(statuses.at(-1), 429)
    } finally {
      await limited.close()
    }
  })
})
