import assert from 'node:assert/strict'
import { cookieOf, send, signIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp } from '../../../../../test/helpers/app.ts'
import { openToken } from '../../../mail/outbox/index.ts'

export const ENV = { RATE_LIMITS: 'login=0,forgot=0,reset=0,invite=0,weather=0' }
export const PASSWORD = 'a long passphrase'
export const NO_TOKEN = 'A'.repeat(43)

export type Links = Awaited<ReturnType<typeof openLinks>>

/** A service with an owner, and helpers to invite people and to reset passwords. */
export async function openLinks() {
  const app = await createTestApp({ env: ENV })
  const owner = await signIn(app, 'owner')

  let count = 0
  const newEmail = () => `person${(count += 1)}@example.org`

  async function ownerHeaders(): Promise<Record<string, string>> {
    const token = await app.services.users.sessions.start(app.services.storage.database.kysely, {
      userId: owner.id,
      userAgent: null,
      country: null,
    })
    return { cookie: cookieOf(token) }
  }

  async function invite(body: object = {}) {
    const answer = await send(app, '/api/admin/users/invite', {
      headers: await ownerHeaders(),
      body: { email: newEmail(), role: 'editor', ...body },
    })
    assert.equal(answer.status, 201, answer.text)
    const { user, invite: invited } = answer.body
    return { user, link: String(invited.link), token: String(invited.link).split('/').at(-1) ?? '', expiresAt: invited.expiresAt }
  }

  /** The mails to an address, as they will be rendered, newest first. */
  async function mailed(
    email: string,
  ): Promise<{ template: string; kind: string; data: { token: string; displayName: string; validHours: number } }[]> {
    const { rows } = await app.database.pool.query(
      `select template, kind, data from mail_outbox where address = $1 order by created_at desc, key`,
      [email],
    )
    return rows.map((row) => openToken(row, app.services.sealing))
  }

  const accept = (token: string, body: object = { password: PASSWORD }) => send(app, `/api/auth/invite/${token}`, { body })
  const login = (email: string, password: string) => send(app, '/api/auth/login', { body: { email, password } })
  const forgot = (email: string) => send(app, '/api/auth/forgot-password', { body: { email } })
  const reset = (token: string, password = 'another passphrase') => send(app, `/api/auth/reset-password/${token}`, { body: { password } })

  async function active(): Promise<string> {
    const { user, token } = await invite()
    assert.equal((await accept(token)).status, 201)
    return user.email
  }

  async function resetToken(email: string): Promise<string> {
    assert.equal((await forgot(email)).status, 202)
    const mail = (await mailed(email)).find(({ template }) => template === 'reset-password')
    return mail?.data.token ?? ''
  }

  return { app, newEmail, ownerHeaders, invite, mailed, accept, login, forgot, reset, active, resetToken, close: () => app.close() }
}
