import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { enrol, type SignedIn, send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { REQUEST_LIMITS } from './definition.ts'
import { hasAds, toRequestLimitSetting, SETTING_NAMES, SETTINGS } from './definitions.ts'

const CONFIG = '/api/admin/config'
const LEGACY = '/api/admin/settings'
const KEY = 'planted-weather-key-4711'
const ENV = { OPENWEATHER_DAILY_LIMIT: '2000', RATE_LIMITS: 'weather=0,upstream=0,report=7', OPENWEATHER_API_KEY: KEY }

/** Texts of which not every line is accepted. */
const EXAMPLES: Readonly<Record<string, string>> = {
  blendPlaces: 'berlin-52.52,13.41=on',
  weatherProviders: 'open-meteo@DE+AT,openweather',
  noticeAddresses: 'ops@example.org, on-call@example.org',
  frontPlace: 'berlin-52.52,13.41',
  adClientId: 'ca-pub-12345678901234567890',
  adSlotDashboard: '1'.repeat(20),
  adSlotHero: '1234',
  adSlotCityDetail: 'none',
  adSlotRecentChecks: '4321',
}

it('pages may show ads once they are on and there is an account for them', () => {
  assert.equal(hasAds({ ads: 'on', adClientId: 'ca-pub-1234567890123456' }), true)
  assert.equal(hasAds({ ads: 'on', adClientId: null }), false)
  assert.equal(hasAds({ ads: 'off', adClientId: 'ca-pub-1234567890123456' }), false)
})

describe(CONFIG, () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp({ env: ENV })
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())

  const read = async () => (await app.get(CONFIG, owner.headers)).body
  const patch = (body: unknown, headers: Readonly<Record<string, string>> = owner.headers, path = CONFIG) =>
    send(app, path, { method: 'PATCH', body, headers })
  const auditEntries = async () => {
    const { rows } = await app.database.pool.query(
      "select actor, before, after from admin_audit where action = 'settings.update' order by id",
    )
    return rows
  }

  describe('GET 200', () => {
    it('shows current values, defaults, bounds and environment to every role', async () => {
      const viewer = await signIn(app, 'viewer')
      const answer = await app.get(CONFIG, viewer.headers)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
      const { settings, defaults, bounds, version, updatedAt } = answer.body
      assert.deepEqual({ version, updatedAt }, { version: 0, updatedAt: null })
      assert.deepEqual(settings, defaults)
      assert.deepEqual(Object.keys(bounds), Object.keys(settings))
      assert.deepEqual(
        { minimum: bounds.refreshIntervalMs.minimum, maximum: bounds.refreshIntervalMs.maximum },
        { minimum: 60_000, maximum: 86_400_000 },
      )
    })

    it('takes defaults from the environment', async () => {
      const { defaults } = await read()
      const { refreshIntervalMs, clientCallsPerMinute, clientCallsPerDay, reportRequestsPerMinute, siteName } = defaults
      assert.deepEqual({ refreshIntervalMs, clientCallsPerMinute }, { refreshIntervalMs: 600_000, clientCallsPerMinute: 0 })
      assert.deepEqual(
        { clientCallsPerDay, reportRequestsPerMinute, siteName },
        { clientCallsPerDay: null, reportRequestsPerMinute: 7, siteName: 'Isobar' },
      )
    })

    it('shows of a secret only whether it is set', async () => {
      const { text, body } = await app.get(CONFIG, owner.headers)
      const shown = Object.entries<{ configured: boolean; value: unknown }>(body.environment)
      const { OPENWEATHER_API_KEY, VALKEY_URL, DATABASE_URL, OPENWEATHER_DAILY_LIMIT, CORS_ORIGINS, MAIL_FROM } = Object.fromEntries(
        shown.map(([name, { configured, value }]) => [name, { configured, value }]),
      )
      assert.deepEqual(OPENWEATHER_API_KEY, { configured: true, value: null })
      assert.deepEqual(DATABASE_URL, { configured: true, value: null })
      assert.deepEqual(VALKEY_URL, { configured: false, value: null })
      assert.deepEqual(CORS_ORIGINS, { configured: false, value: null })
      assert.deepEqual(OPENWEATHER_DAILY_LIMIT, { configured: true, value: 2_000 })
      assert.deepEqual(MAIL_FROM, { configured: true, value: 'no-reply@localhost' })
      assert.ok(!text.includes(KEY) && !text.includes(app.database.connectionString))
    })
  })

  describe('PATCH 200', () => {
    it('sets some, leaves the others, and lists what it ignored', async () => {
      const { version } = await read()
      const answer = await patch({ refreshIntervalMs: 120_000, siteName: 'Foehn', version, siteNam: 'x' })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.version, version + 1)
      assert.deepEqual(answer.body.ignored, ['siteNam'])
      const { settings, defaults, updatedAt } = await read()
      assert.deepEqual(
        { refreshIntervalMs: settings.refreshIntervalMs, siteName: settings.siteName, retentionDays: settings.retentionDays },
        { refreshIntervalMs: 120_000, siteName: 'Foehn', retentionDays: 400 },
      )
      assert.deepEqual(
        { refreshIntervalMs: defaults.refreshIntervalMs, siteName: defaults.siteName },
        { refreshIntervalMs: 600_000, siteName: 'Isobar' },
      )
      assert.equal(updatedAt, '2026-07-01T12:00:00Z')
    })

    it('says which are set, even to their defaults', async () => {
      const { set } = (await patch({ firstSteps: 'shown', frontPlace: 'berlin-52.52,13.41' })).body
      assert.ok(
        ['firstSteps', 'frontPlace'].every((name) => set.includes(name)),
        set.join(),
      )
      assert.ok(!(await patch({ frontPlace: null })).body.set.includes('frontPlace'))
      const nowhere = await patch({ frontPlace: 'berlin' })
      assert.deepEqual({ status: nowhere.status, path: nowhere.body.details[0].path }, { status: 400, path: 'frontPlace' })
    })

    it('resets a setting with null', async () => {
      await patch({ operatorName: 'Weather Ltd', digestHourUtc: 20 })
      const { settings } = (await patch({ operatorName: null, digestHourUtc: null })).body
      assert.deepEqual(
        { operatorName: settings.operatorName, digestHourUtc: settings.digestHourUtc },
        { operatorName: null, digestHourUtc: 6 },
      )
    })

    it('takes a client’s share of each provider from its limits, unless it is set', async () => {
      const product = { id: 'openweather/onecall', weight: 1, budget: 'weather' } as const
      const shareOfDay = () => app.services.meter.clientShares(product).find(({ name }) => name === 'upstream-day')?.limit
      assert.equal(shareOfDay(), 200)
      await patch({ clientCallsPerDay: 30 })
      assert.equal(shareOfDay(), 30)
      const [last] = (await auditEntries()).slice(-1).map(({ before, after }) => ({ before, after }))
      assert.deepEqual(last, { before: { clientCallsPerDay: null }, after: { clientCallsPerDay: 30 } })
      await patch({ clientCallsPerDay: null })
    })

    it('records who changed what, before and after', async () => {
      await patch({ mailPerSecond: 3, siteName: 'Foehn' })
      const last = (await auditEntries()).at(-1)
      assert.deepEqual(last, { actor: owner.email, before: { mailPerSecond: 14 }, after: { mailPerSecond: 3 } })
    })

    it('lets one of two simultaneous saves win and refuses the other', async () => {
      const other = await signIn(app, 'owner')
      const { version } = await read()
      const answers = await Promise.all([
        patch({ version, siteName: 'One', operatorName: 'One' }),
        patch({ version, siteName: 'Two', operatorName: 'Two' }, other.headers),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const { settings, version: after } = await read()
      assert.equal(after, version + 1)
      assert.equal(settings.siteName, settings.operatorName)
    })

    it('refuses one of two first saves of the same version, and accepts one without a version', async (t) => {
      const fresh = await createTestApp()
      t.after(() => fresh.close())
      const { headers } = await signIn(fresh, 'owner')
      const save = (body: unknown) => send(fresh, CONFIG, { method: 'PATCH', body, headers })
      const answers = await Promise.all([
        save({ version: 0, digestHourUtc: 1 }),
        save({ version: 0, digestHourUtc: 2 }),
        save({ siteName: 'A' }),
      ])
      assert.deepEqual(
        answers
          .slice(0, 2)
          .map(({ status }) => status)
          .toSorted()
          .at(-1),
        409,
      )
      assert.equal(answers[2]?.status, 200)
      assert.equal((await fresh.get(CONFIG, headers)).body.settings.siteName, 'A')
    })
  })

  describe('PATCH 400', () => {
    const edges = SETTING_NAMES.flatMap((name): [string, unknown, number][] => {
      const { minimum, maximum, choices, maxLength, mayBeNull, type } = SETTINGS[name].bounds
      const wrongTypes: [string, unknown, number][] = [
        [name, type === 'string' ? 5 : '5', 400],
        [name, true, 400],
        [name, [], 400],
      ]
      if (choices !== undefined)
        return [...wrongTypes, ...choices.map((each): [string, unknown, number] => [name, each, 200]), [name, 7, 400]]
      if (minimum !== undefined && maximum !== undefined) {
        const step = type === 'integer' ? 1 : 0.01
        return [
          ...wrongTypes,
          [name, minimum - step, 400],
          [name, maximum, 200],
          [name, maximum + step, 400],
          ...(type === 'integer' ? [[name, minimum + 0.5, 400] as [string, unknown, number]] : []),
        ]
      }
      const most = maxLength ?? 0
      return [
        ...wrongTypes,
        [name, '', 400],
        [name, ' ', 400],
        [name, 'a\nb', 400],
        // Lists of providers and of addresses have to name them, a place its coordinates, an ad its digits.
        [name, EXAMPLES[name] ?? 'x'.repeat(most), 200],
        [name, 'x'.repeat(most + 1), 400],
        ...(mayBeNull ? [[name, null, 200] as [string, unknown, number]] : []),
      ]
    })

    it('enforces the bounds of every setting', async (t) => {
      const fresh = await createTestApp()
      t.after(() => fresh.close())
      const { id, headers } = await signIn(fresh, 'owner')
      await enrol(fresh, id)
      // Allows a warning share of 1.
      await send(fresh, CONFIG, { method: 'PATCH', body: { upstreamSoftBlockShare: 1 }, headers })
      for (const [name, value, status] of edges) {
        const answer = await send(fresh, CONFIG, { method: 'PATCH', body: { [name]: value }, headers })
        assert.equal(answer.status, status, `${name}: ${JSON.stringify(value)?.slice(0, 40)} ${answer.text.slice(0, 200)}`)
        if (status === 400) assert.equal(answer.body.details[0].path, name)
        // Reset, or the rest of the table would run under limits such as that of the login.
        else await send(fresh, CONFIG, { method: 'PATCH', body: { [name]: null }, headers })
      }
      assert.ok(edges.length > SETTING_NAMES.length * 4)
    })

    it('changes nothing if one of several is wrong', async () => {
      const before = await read()
      const entries = (await auditEntries()).length
      const answer = await patch({ siteName: 'Half', upstreamWarningShare: 2 })
      assert.deepEqual(
        { status: answer.status, error: answer.body.error, path: answer.body.details[0].path },
        { status: 400, error: 'invalid_request', path: 'upstreamWarningShare' },
      )
      assert.deepEqual(await read(), before)
      assert.equal((await auditEntries()).length, entries)
    })

    it('refuses settings that contradict each other or those already set', async () => {
      const before = await read()
      for (const body of [
        { upstreamWarningShare: 0.9, upstreamSoftBlockShare: 0.8 },
        { upstreamWarningShare: 0.96 },
        { upstreamSoftBlockShare: 0.79 },
      ]) {
        const answer = await patch({ siteName: 'Half', ...body })
        assert.equal(answer.status, 400, JSON.stringify(body))
        assert.equal(answer.body.details[0].path, 'upstreamWarningShare')
      }
      assert.deepEqual(await read(), before)
    })

    it('refuses a body that names no setting', async () => {
      for (const body of [{}, { version: 1 }, { siteNam: 'x' }, []]) assert.equal((await patch(body)).status, 400)
    })
  })

  it('PATCH 409 for an older version changes nothing', async () => {
    const before = await read()
    const answer = await patch({ siteName: 'Late', version: before.version - 1 })
    assert.deepEqual(
      { status: answer.status, error: answer.body.error, path: answer.body.details[0].path },
      { status: 409, error: 'conflict', path: 'version' },
    )
    assert.deepEqual(await read(), before)
  })

  it('401 without a session, 403 for viewers and editors and across sites', async () => {
    const before = await read()
    assert.equal((await app.get(CONFIG)).status, 401)
    assert.equal((await patch({ siteName: 'x' }, {})).status, 401)
    for (const role of ['viewer', 'editor'] as const) {
      const { headers } = await signIn(app, role)
      for (const path of [CONFIG, LEGACY]) assert.equal((await patch({ refreshIntervalMs: 60_000 }, headers, path)).status, 403)
    }
    assert.equal((await patch({ siteName: 'x' }, { ...owner.headers, 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.deepEqual(await read(), before)
  })

  describe(LEGACY, () => {
    it('PATCH 200: answers with only the interval and when it was set, and links to the successor', async () => {
      const answer = await patch({ refreshIntervalMs: 90_000 }, owner.headers, LEGACY)
      assert.deepEqual(
        { status: answer.status, body: answer.body },
        { status: 200, body: { refreshIntervalMs: 90_000, updatedAt: '2026-07-01T12:00:00Z' } },
      )
      assert.equal(answer.headers.get('deprecation'), '@1795219200')
      assert.equal(answer.headers.get('link'), '</api/admin/config>; rel="successor-version"')
      assert.equal((await read()).settings.refreshIntervalMs, 90_000)
    })

    it('PATCH 400 outside 60 000 to 86 400 000 or without the interval', async () => {
      for (const refreshIntervalMs of [59_999, 86_400_001, 90_000.5, '90000', null, undefined]) {
        assert.equal((await patch({ refreshIntervalMs }, owner.headers, LEGACY)).status, 400, String(refreshIntervalMs))
      }
      for (const refreshIntervalMs of [60_000, 86_400_000])
        assert.equal((await patch({ refreshIntervalMs }, owner.headers, LEGACY)).status, 200)
    })
  })

  it('has a setting for every request limit of the limiter', () => {
    for (const name of REQUEST_LIMITS) {
      assert.equal(app.services.limiter.rule(name).limit, app.services.settings.current()[toRequestLimitSetting(name)])
    }
  })
})
