import { randomUUID } from 'node:crypto'
import type { Role } from '../../src/admin/access/index.ts'
import { answerOf, type TestAnswer, type TestApp } from './app.ts'

/** The origin of a test app on its default port. */
export const PUBLIC_ORIGIN = 'http://localhost:3000'
/** The hash of no password. */
const SOME_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly token: string
  /** The `cookie` header for a request. */
  readonly headers: { readonly cookie: string }
}

/** Creates a user of that role with a session, without the cost of hashing a password. */
export async function signIn(app: TestApp, role: Role, email = `${role}-${randomUUID().slice(0, 8)}@example.org`): Promise<SignedIn> {
  const id = randomUUID()
  const now = new Date(app.clock.now())
  await app.database.pool.query(
    `insert into admin_user (id, email, email_key, display_name, role, password_hash, created_at, updated_at)
     values ($1, $2, lower($2), $3, $3, $4, $5, $5)`,
    [id, email, role, SOME_HASH, now],
  )
  const session = { userId: id, userAgent: 'test', country: null }
  const token = await app.services.users.sessions.start(app.services.storage.database.kysely, session)
  return { id, email, token, headers: { cookie: cookieOf(token) } }
}

/** Has the sessions of a user count as proved now, as after `POST /api/auth/proof`: for tests that move the clock. */
export function proveNow(app: TestApp, user: Pick<SignedIn, 'id'>): Promise<void> {
  return proveAt(app, user, app.clock.now())
}

/** Has the sessions of a user count as last proved at an instant. */
export async function proveAt(app: TestApp, { id }: Pick<SignedIn, 'id'>, at: number): Promise<void> {
  await app.database.pool.query('update admin_session set proved_at = $2 where user_id = $1', [id, new Date(at)])
}

/** Gives a user a second factor, without the cost of enrolling. No code matches it. */
export async function enrol(app: TestApp, userId: string): Promise<void> {
  await app.database.pool.query(`update admin_user set totp_secret = 'sealed elsewhere' where id = $1`, [userId])
}

export function cookieOf(token: string): string {
  return `service_admin_session=${token}`
}

/** The token in an answer's cookie; null if it sets none. */
export function tokenOf({ headers }: TestAnswer): string | null {
  return /service_admin_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? null
}

export interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request with a JSON body, if any. */
export async function send(app: TestApp, path: string, { method = 'POST', body, headers = {} }: Sent = {}): Promise<TestAnswer> {
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return answerOf(response)
}
