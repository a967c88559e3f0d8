import { proveNow, send, signIn, type SignedIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp, type TestAnswer, type TestApp } from '../../../../../test/helpers/app.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../../../../../tools/mail-service-simulator/simulator.ts'

export const PATH = '/api/admin/connections'
export const WEATHER_KEY = '/api/admin/weather-provider-key'
export const EMAIL_KEY = '/api/admin/email-key'
export const STORED_KEY = 'stored-weather-key-9a8b7c6d'

/** A service with a simulated mail service, an owner (writes) and a viewer (reads). */
export interface Outside {
  readonly app: TestApp
  readonly mailService: MailServiceSimulator
  readonly owner: SignedIn
  readonly viewer: SignedIn
  patch(path: string, body: object): Promise<TestAnswer>
  read(path: string): Promise<TestAnswer>
  /** One system of the list. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a body of whatever shape
  systemOf(id: string): Promise<any>
  /** The number of provider calls so far. */
  calls(): number
  /** The ledger entries of calls by admins. */
  ledger(): Promise<unknown[]>
  /** Starts another node on the same database. */
  anotherNode(env?: Readonly<Record<string, string>>): Promise<TestApp>
  close(): Promise<void>
}

export async function openOutside(more: Readonly<Record<string, string>> = {}): Promise<Outside> {
  const mailService = await startMailServiceSimulator({ port: 0 })
  const env = { MAIL_SERVICE_BASE_URL: mailService.url, MAIL_SERVICE_API_KEY: 'deployed-mail-key-12345678', ...more }
  const app = await createTestApp({ env })
  const owner = await signIn(app, 'owner')
  const viewer = await signIn(app, 'viewer')
  const read: Outside['read'] = (path) => app.get(path, viewer.headers)
  return {
    app,
    mailService,
    owner,
    viewer,
    async patch(path, body) {
      await proveNow(app, owner)
      return send(app, path, { method: 'PATCH', body, headers: owner.headers })
    },
    read,
    systemOf: async (id) => (await read(PATH)).body.items.find((each: { id: string }) => each.id === id),
    calls: () => app.simulator.calls().total,
    async ledger() {
      await app.services.meter.drain()
      const { rows } = await app.database.pool.query(
        `select product, trigger, outcome, request_id is not null as traced from upstream_call where cause = 'admin' order by id`,
      )
      return rows
    },
    anotherNode: (own = {}) => createTestApp({ sharing: app, env: { ...env, ...own } }),
    async close() {
      await app.close()
      await mailService.close()
    },
  }
}

/** The source that answers for a place without a cache entry. */
export async function readAnsweringSource(node: TestApp, lon: number): Promise<string> {
  return (await node.get(`/api/weather?lat=1&lon=${lon}&scope=current`)).body.source
}
