import { send } from '../../../../../test/helpers/admin.ts'
import type { TestAnswer, TestApp } from '../../../../../test/helpers/app.ts'

/** The owner of an app with `LOGIN_ENV`. */
export const EMAIL = 'ada@example.org'
export const PASSWORD = 'correct horse battery'
/** A first owner, and no limits of requests: what a test meets is the sign-in's own. */
export const LOGIN_ENV = {
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: PASSWORD,
  RATE_LIMITS: 'login=0,forgot=0,reset=0,invite=0,weather=0',
}

export const sendLogin = (app: TestApp, body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  send(app, '/api/auth/login', { body, headers })

/** Forgets failed attempts, and the browsers and addresses that users signed in from. */
export async function forgetAttempts(app: TestApp): Promise<void> {
  await app.database.pool.query('delete from login_backoff')
  await app.database.pool.query('delete from admin_known_device')
}
