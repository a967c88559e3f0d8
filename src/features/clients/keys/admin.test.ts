import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const PATH = '/api/admin/client-keys'
const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'
const NEW = { name: ' Kitchen display ', scopes: ['weather', 'history', 'weather'] }

describe('client keys in the back office', () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp()
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())

  const ask = (method: string, path: string, body?: object) =>
    send(app, `${PATH}${path}`, { method, headers: owner.headers, ...(body === undefined ? {} : { body }) })
  const create = async (body: object = NEW) => (await ask('POST', '', body)).body
  const statusOf = async (secret: string) => (await app.get(WEATHER, { 'x-api-key': secret })).status
  const itemOf = async (id: string) => (await ask('GET', '?limit=200')).body.items.find((item: { id: string }) => item.id === id)

  it('201 with the key itself, which nothing else ever shows', async () => {
    const { status, body } = await ask('POST', '', {
      ...NEW,
      origins: ['https://a.example', 'https://a.example'],
      perMinute: 5,
      expiresAt: '2027-01-01T00:00:00Z',
    })
    const { key, secret } = body
    assert.equal(status, 201)
    assert.match(secret, /^isobar_[0-9A-Za-z]{36}$/)
    assert.deepEqual(key, {
      id: key.id,
      start: secret.slice(0, 13),
      name: 'Kitchen display',
      scopes: ['weather', 'history'],
      origins: ['https://a.example'],
      perMinute: 5,
      perDay: null,
      perMonth: null,
      expiresAt: '2027-01-01T00:00:00Z',
      disabled: false,
      state: 'active',
      today: 0,
      month: 0,
      lastUsedAt: null,
      createdAt: '2026-07-01T12:00:00Z',
      rotatedAt: null,
      formerUntil: null,
      revokedAt: null,
      version: 1,
    })
    assert.deepEqual(await itemOf(key.id), key)
    const stored = await app.database.pool.query('select row_to_json(client_key)::text as row from client_key')
    const audited = await app.database.pool.query(
      "select row_to_json(admin_audit)::text as row from admin_audit where object_type = 'client-key'",
    )
    assert.equal(audited.rows.length, 1)
    for (const { row } of [...stored.rows, ...audited.rows]) assert.ok(!row.includes(secret.slice(13)))
  })

  for (const [body, path] of [
    [{ ...NEW, name: ' ' }, 'name'],
    [{ ...NEW, name: 'x'.repeat(101) }, 'name'],
    [{ ...NEW, name: 'a\nb' }, 'name'],
    [{ ...NEW, scopes: [] }, 'scopes'],
    [{ ...NEW, scopes: ['weather', 'everything'] }, 'scopes[1]'],
    [{ ...NEW, origins: ['https://a.example', 'https://a.example/'] }, 'origins[1]'],
    [{ ...NEW, origins: ['ftp://a.example'] }, 'origins[0]'],
    [{ ...NEW, origins: ['*'] }, 'origins[0]'],
    [{ ...NEW, origins: [`https://${'a'.repeat(193)}`] }, 'origins[0]'],
    [{ ...NEW, perMinute: 0 }, 'perMinute'],
    [{ ...NEW, perDay: 2_000_000_001 }, 'perDay'],
    [{ ...NEW, perMonth: 1.5 }, 'perMonth'],
    [{ ...NEW, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ ...NEW, expiresAt: '2026-07-01T12:00:00Z' }, 'expiresAt'],
    [{ scopes: ['weather'] }, 'name'],
  ] as const)
    it(`400 for ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const { status, body: answer } = await ask('POST', '', body)
      assert.deepEqual({ status, path: answer.details?.[0]?.path }, { status: 400, path })
    })

  it('200 for a change, in force with the answer and audited', async () => {
    const { key, secret } = await create()
    assert.equal(await statusOf(secret), 200)
    const off = await ask('PATCH', `/${key.id}`, { disabled: true, name: ' Attic ', version: 1 })
    assert.deepEqual(
      { status: off.status, state: off.body.key.state, name: off.body.key.name, version: off.body.key.version },
      { status: 200, state: 'disabled', name: 'Attic', version: 2 },
    )
    assert.equal(await statusOf(secret), 401)
    const on = await ask('PATCH', `/${key.id}`, { disabled: false, expiresAt: '2026-07-01T13:00:00Z', perDay: 7 })
    assert.deepEqual(
      { state: on.body.key.state, perDay: on.body.key.perDay, name: on.body.key.name },
      { state: 'active', perDay: 7, name: 'Attic' },
    )
    assert.equal(await statusOf(secret), 200)
    const endless = await ask('PATCH', `/${key.id}`, { expiresAt: null, perDay: null })
    assert.deepEqual({ expiresAt: endless.body.key.expiresAt, perDay: endless.body.key.perDay }, { expiresAt: null, perDay: null })
    const { body } = await send(app, '/api/admin/audit?q=client-key.update&limit=3', { method: 'GET', headers: owner.headers })
    assert.deepEqual(
      body.items.map(({ before, after }: Record<string, object>) => [before, after]),
      [
        [
          { expiresAt: '2026-07-01T13:00:00.000Z', perDay: 7 },
          { expiresAt: null, perDay: null },
        ],
        [
          { disabled: true, expiresAt: null, perDay: null },
          { disabled: false, expiresAt: '2026-07-01T13:00:00.000Z', perDay: 7 },
        ],
        [
          { disabled: false, name: 'Kitchen display' },
          { disabled: true, name: 'Attic' },
        ],
      ],
    )
  })

  it('200 for a change of one thing, which leaves the others', async () => {
    const { key } = await create({ ...NEW, origins: ['https://a.example'], perDay: 7, expiresAt: '2027-01-01T00:00:00Z' })
    const { body } = await ask('PATCH', `/${key.id}`, { name: 'Attic' })
    assert.deepEqual(body.key, { ...key, name: 'Attic', version: 2 })
  })

  it('400, 404 and 409 for changes that cannot be made', async () => {
    const { key } = await create()
    const some = '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10'
    assert.equal((await ask('PATCH', `/${key.id}`, { scopes: [] })).status, 400)
    assert.equal((await ask('PATCH', `/${key.id}`, { expiresAt: '2020-01-01T00:00:00Z' })).status, 400)
    assert.equal((await ask('PATCH', `/${key.id}`, { name: 'x', version: 2 })).status, 409)
    assert.equal((await ask('POST', `/${key.id}/rotate`, { version: 2 })).status, 409)
    assert.equal((await ask('POST', `/${key.id}/rotate`, { overlapHours: 745 })).status, 400)
    assert.equal((await ask('PATCH', '/none', { name: 'x' })).status, 400)
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/rotate'],
      ['POST', '/revoke'],
    ] as const)
      assert.equal((await ask(method, `/${some}${path}`, method === 'PATCH' || path === '/rotate' ? {} : undefined)).status, 404)
  })

  it('200 for a rotation, with an overlap of a day unless told otherwise', async () => {
    const { key, secret } = await create()
    const first = await ask('POST', `/${key.id}/rotate`, {})
    assert.deepEqual(
      { status: first.status, formerUntil: first.body.key.formerUntil, rotatedAt: first.body.key.rotatedAt },
      { status: 200, formerUntil: '2026-07-02T12:00:00Z', rotatedAt: '2026-07-01T12:00:00Z' },
    )
    assert.deepEqual(
      { statusOfSecret: await statusOf(secret), statusOfBodySecret: await statusOf(first.body.secret) },
      { statusOfSecret: 200, statusOfBodySecret: 200 },
    )
    const second = await ask('POST', `/${key.id}/rotate`, { overlapHours: 0, version: 2 })
    assert.deepEqual(
      { formerUntil: second.body.key.formerUntil, start: second.body.key.start },
      { formerUntil: null, start: second.body.secret.slice(0, 13) },
    )
    assert.deepEqual(
      {
        statusOfSecret: await statusOf(secret),
        statusOfFirstBodySecret: await statusOf(first.body.secret),
        statusOfSecondBodySecret: await statusOf(second.body.secret),
      },
      { statusOfSecret: 401, statusOfFirstBodySecret: 401, statusOfSecondBodySecret: 200 },
    )
  })

  it('200 for a revocation, at once and for good', async () => {
    const { key, secret } = await create()
    const rotated = await ask('POST', `/${key.id}/rotate`, {})
    const { status, body } = await ask('POST', `/${key.id}/revoke`)
    assert.deepEqual(
      { status, state: body.key.state, revokedAt: body.key.revokedAt, formerUntil: body.key.formerUntil },
      { status: 200, state: 'revoked', revokedAt: '2026-07-01T12:00:00Z', formerUntil: null },
    )
    const audited = await app.database.pool.query('select action from admin_audit where object_id = $1 order by id', [key.id])
    assert.deepEqual(
      audited.rows.map(({ action }) => action),
      ['client-key.create', 'client-key.rotate', 'client-key.revoke'],
    )
    assert.deepEqual(
      { statusOfSecret: await statusOf(secret), statusOfBodySecret: await statusOf(rotated.body.secret) },
      { statusOfSecret: 401, statusOfBodySecret: 401 },
    )
    for (const [path, change] of [
      ['', { disabled: false }],
      ['/rotate', {}],
      ['/revoke', undefined],
    ] as const)
      assert.equal((await ask(path === '' ? 'PATCH' : 'POST', `/${key.id}${path}`, change)).status, 410)
  })

  it('200 for the list by state, name and start', async () => {
    const { key, secret } = await create({ name: 'Findable', scopes: ['tiles'] })
    const found = async (query: string) => (await ask('GET', query)).body.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found('?q=findAB'), [key.id])
    assert.deepEqual(await found(`?q=${secret.slice(0, 13)}&state=active`), [key.id])
    assert.deepEqual(await found('?q=Findable&state=revoked'), [])
    const csv = await ask('GET', '?format=csv&q=Findable')
    assert.match(csv.text, /Findable/)
  })

  it('200 for the usage of one key and of all, by day and scope', async () => {
    const { key, secret } = await create({ name: 'Counted', scopes: ['weather', 'geocode'], perDay: 3 })
    for (const path of [WEATHER, WEATHER, '/api/geocode?q=Berlin', WEATHER, '/api/weather/accuracy?lat=1&lon=1'])
      await app.get(path, { 'x-api-key': secret })
    app.clock.advance({ hours: 24 })
    // Sessions end when they have been idle for a day.
    owner = await signIn(app, 'owner')
    await app.get(WEATHER, { 'x-api-key': secret })
    const item = await itemOf(key.id)
    assert.deepEqual(
      { today: item.today, month: item.month, lastUsedAt: item.lastUsedAt },
      { today: 1, month: 4, lastUsedAt: '2026-07-02T12:00:00Z' },
    )
    const { body } = await ask('GET', `/${key.id}/usage?days=3`)
    assert.deepEqual(body, {
      days: [
        { day: '2026-06-30', requests: 0, refused: 0 },
        { day: '2026-07-01', requests: 3, refused: 2 },
        { day: '2026-07-02', requests: 1, refused: 0 },
      ],
      scopes: [
        { scope: 'geocode', requests: 1, refused: 0 },
        { scope: 'history', requests: 0, refused: 1 },
        { scope: 'weather', requests: 3, refused: 1 },
      ],
    })
    const all = (await ask('GET', '')).body.days
    assert.equal(all.length, 30)
    assert.ok(all.at(-2).requests > 3)
    assert.equal((await ask('GET', `/${key.id}/usage?days=801`)).status, 400)
    const other = await ask('GET', '/0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10/usage?days=1')
    assert.deepEqual(other.body, { days: [{ day: '2026-07-02', requests: 0, refused: 0 }], scopes: [] })
  })

  it('409 once there are a thousand', async () => {
    await app.database.pool.query(
      `insert into client_key (id, name, scopes, origins, disabled, hash, start, created_at, version)
       select gen_random_uuid(), 'many', '{weather}', '{}', false, int4send(n), '', now(), 1 from generate_series(1, 1000) n`,
    )
    const { status, body } = await ask('POST', '', NEW)
    assert.deepEqual({ status, error: body.error }, { status: 409, error: 'limit_reached' })
  })
})
