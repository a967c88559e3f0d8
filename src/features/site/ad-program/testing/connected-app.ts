import assert from 'node:assert/strict'
import { send, signIn, type SignedIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import { until } from '../../../../../test/helpers/until.ts'
import { type AdProgramSimulator, startAdProgramSimulator } from '../../../../../tools/ad-program-simulator/simulator.ts'

export const PATH = '/api/admin/adprogram'

/** A service with the simulated ad program, and an owner. */
export interface AdProgramApp {
  readonly app: TestApp
  readonly simulator: AdProgramSimulator
  readonly owner: SignedIn
  readonly env: Readonly<Record<string, string>>
  get(path: string, headers?: Record<string, string>): ReturnType<TestApp['get']>
  sync(): ReturnType<TestApp['get']>
  /** Resolves when no sync is running on any node. */
  settled(): Promise<unknown>
  /** Grants the permission, and waits for the first sync. */
  connect(): Promise<void>
  /** Disconnects: back to the initial state. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function createAdProgramApp(now = '2026-07-15T12:00:00Z'): Promise<AdProgramApp> {
  let clock = createTestClock(now)
  const simulator = await startAdProgramSimulator({ port: 0, now: () => clock.now() })
  const env = {
    RATE_LIMITS: 'login=0,weather=0',
    AD_PROGRAM_OAUTH_CLIENT_ID: 'client-1',
    AD_PROGRAM_OAUTH_CLIENT_SECRET: 'planted-client-secret',
    AD_PROGRAM_BASE_URL: simulator.url,
    AD_PROGRAM_OAUTH_BASE_URL: simulator.url,
    AD_PROGRAM_SLOT_DASHBOARD: '1111111111',
  }
  const app = await createTestApp({ env, now })
  clock = app.clock
  const owner = await signIn(app, 'owner')
  const get: AdProgramApp['get'] = (path, headers = {}) =>
    send(app, `${PATH}${path}`, { method: 'GET', headers: { ...owner.headers, ...headers } })
  const settled = () =>
    until('no sync is running', async () => {
      const { rowCount } = await app.database.pool.query(`select 1 from job_run where status = 'running'`)
      return rowCount === 0
    })
  return {
    app,
    simulator,
    owner,
    env,
    get,
    settled,
    sync: () => send(app, `${PATH}/sync`, { headers: owner.headers }),
    async connect() {
      const { allow } = await readConsentLinks(await get('/oauth/start'))
      assert.equal((await get(getCallbackPath(allow))).status, 303)
      // The first figures are read behind the answer.
      await until('a sync has run', async () => ((await app.database.pool.query('select 1 from job_run')).rowCount ?? 0) > 0)
      await settled()
    },
    async reset() {
      simulator.setFaults([])
      assert.equal((await get('/oauth/disconnect')).status, 200)
      await truncate(app.database.pool, 'job_run')
    },
    async close() {
      await app.close()
      await simulator.close()
    },
  }
}

/** The two links of the consent page (accept and deny) for a sign-in. */
export async function readConsentLinks({
  headers,
  status,
}: {
  readonly headers: Headers
  readonly status: number
}): Promise<{ allow: URL; deny: URL }> {
  assert.equal(status, 302)
  const page = await (await fetch(headers.get('location') ?? '')).text()
  const link = (id: string): URL => new URL((new RegExp(`id="${id}" href="([^"]+)"`).exec(page)?.[1] ?? '').replaceAll('&amp;', '&'))
  return { allow: link('allow'), deny: link('deny') }
}

/** The path below PATH and the query of the callback. Its origin is the public one, on which the test app does not listen. */
export function getCallbackPath(callback: URL): string {
  return `${callback.pathname.slice(PATH.length)}${callback.search}`
}
