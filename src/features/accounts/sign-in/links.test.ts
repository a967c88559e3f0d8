import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { send } from '../../../../test/helpers/admin.ts'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { startSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { ENV, type Links, NO_TOKEN, openLinks, PASSWORD } from './testing/links.ts'

let links: Links
before(async () => {
  links = await openLinks()
})
after(() => links.close())

describe('links', () => {
  it('arrive by mail in the requested language, and work', async (t) => {
    const smtp = await startSmtpServer()
    const mailing = await createTestApp({ sharing: links.app, env: { ...ENV, SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.org' } })
    t.after(async () => {
      await mailing.close()
      await smtp.close()
    })
    const email = links.newEmail()
    const arrived = async (count: number) => {
      const mine = () => smtp.mails.filter(({ to }) => to === email)
      await until('the mail has arrived', () => mine().length >= count)
      return PostalMime.parse(mine().at(-1)?.raw ?? '')
    }
    const body = { email, role: 'viewer', displayName: 'Zoë <b>', lang: 'de-AT' }
    assert.equal((await send(mailing, '/api/admin/users/invite', { headers: await links.ownerHeaders(), body })).status, 201)
    const invitation = await arrived(1)
    assert.equal(invitation.subject, 'Ihre Einladung zu Isobar')
    assert.match(invitation.html ?? '', /Zoë &lt;b&gt;/)
    const invited = /localhost:3000\/invite\/([\w-]{43})\b/.exec(invitation.text ?? '')?.[1] ?? ''
    assert.equal((await links.accept(invited)).status, 201)
    assert.equal((await send(mailing, '/api/auth/forgot-password', { body: { email, lang: 'fr' } })).status, 202)
    const mail = await arrived(2)
    assert.equal(mail.subject, 'Un nouveau mot de passe pour Isobar')
    const token = /localhost:3000\/reset-password\/([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? ''
    assert.equal((await links.reset(token)).status, 200)
    assert.equal((await send(mailing, '/api/auth/forgot-password', { body: { email, lang: 'x_y' } })).status, 400)
  })

  it('400 for a token longer than any', async () => {
    const statusOf = async (length: number) => (await links.app.get(`/api/auth/invite/${'x'.repeat(length)}`)).status
    assert.deepEqual([await statusOf(200), await statusOf(201)], [404, 400])
  })

  describe('429', () => {
    it('allows one address five forgotten passwords, ten resets and ten invitations a minute', async (t) => {
      const limited = await createTestApp({ sharing: links.app, env: { RATE_LIMITS: 'weather=0' } })
      t.after(() => limited.close())
      const until429 = async (ask: () => Promise<{ status: number }>): Promise<number> => {
        for (let i = 0; i < 20; i++) if ((await ask()).status === 429) return i
        return 20
      }
      const body = { password: PASSWORD }
      assert.equal(await until429(() => send(limited, '/api/auth/forgot-password', { body: { email: 'nobody@example.org' } })), 5)
      assert.equal(await until429(() => send(limited, `/api/auth/reset-password/${NO_TOKEN}`, { body })), 10)
      assert.equal(await until429(() => limited.get(`/api/auth/invite/${NO_TOKEN}`)), 10)
    })
  })
})
