import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { MAILS } from '../src/composition/mails.ts'
import { getMailWords } from '../src/features/mail/catalogue/index.ts'
import { openToken } from '../src/features/mail/outbox/index.ts'
import { compileMail } from '../src/features/mail/templates/compile.ts'
import { buildMailLinks, buildMailView } from '../src/features/mail/templates/links.ts'
import { UNSUBSCRIBE_SCOPES } from '../src/features/mail/templates/mail.ts'
import { postSubscription } from '../src/features/subscribers/subscriptions/testing/client.ts'
import { postConfirmation, ENV, listMailedTokens, readNewestToken } from '../src/features/subscribers/subscriptions/testing/confirming.ts'
import { listActiveSubscriptions, createManySubscriptions } from '../src/features/subscribers/subscriptions/testing/ending.ts'
import { LANGUAGES } from '../src/messages/languages.ts'
import { buildPages } from '../tools/build/pages.ts'
import { send, signIn } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'

const ORIGIN = new URL('https://weather.example')
/** What any visit of a public page may write: what was fetched, spent and counted. */
const OF_VISITS =
  /^(?:air_|blend_|cache_|check_|climate_|daily_issue|hourly_issue|map_tile|observation|place_|rate_window|station|upstream_|usage_|verification_|warning)/

describe('the links in the bodies of mails', () => {
  let app: TestApp
  let links: ReadonlySet<string>
  const scanned: Record<string, number> = {}

  before(async () => {
    await buildPages()
    app = await createTestApp({
      env: { ...ENV, PUBLIC_URL: ORIGIN.origin, RATE_LIMITS: `${ENV.RATE_LIMITS},forgot=0,invite=0,reset=0,pages=0` },
    })
    const unsubscribe = await createManySubscriptions(app)
    for (const token of await listMailedTokens(app)) await postConfirmation(app, token)
    await postSubscription(app, { email: 'grace@example.org', clientId: 'client-9' })
    const owner = await signIn(app, 'owner')
    const invited = await send(app, '/api/admin/users/invite', {
      headers: owner.headers,
      body: { email: 'bob@example.org', role: 'viewer' },
    })
    await send(app, '/api/auth/forgot-password', { body: { email: owner.email } })
    const mailed = async (template: string) => {
      const { rows } = await app.database.pool.query('select data from mail_outbox where template = $1', [template])
      return (openToken(rows[0], app.services.sealing).data as { token: string }).token
    }
    const tokens: Record<string, string> = {
      'confirm-subscription': await readNewestToken(app, 'grace@example.org'),
      'reset-password': await mailed('reset-password'),
      // The mail is not sent: the owner gets its link.
      invite: String(invited.body.invite.link).split('/').at(-1) ?? '',
    }
    links = linksOfAll(unsubscribe, tokens)
  })
  after(() => app?.close())

  it('include those that end subscriptions, change them, confirm them, and let people in', () => {
    const kinds = new Set([...links].map((link) => link.replace(/[?].*/, '').replace(/^\/(weather|invite|reset-password)\/.*/, '/$1')))
    for (const kind of [
      '/unsubscribe',
      '/preferences',
      '/api/subscriptions/confirm',
      '/invite',
      '/reset-password',
      '/login',
      '/weather',
      '/',
    ])
      assert.ok(kinds.has(kind), kind)
    assert.ok(!kinds.has('/api/unsubscribe'))
  })

  it('change nothing when a scanner opens them, once or often, by GET or HEAD', async () => {
    const before = await contents()
    for (const link of links) {
      for (const method of ['HEAD', 'GET', 'GET']) {
        const response = await fetch(app.url + link, { method, redirect: 'manual', headers: { accept: '*/*' } })
        await response.arrayBuffer()
        assert.ok(response.status < 500, `${method} ${link}: ${response.status}`)
        if (method === 'GET' && !link.startsWith('/admin')) assert.ok(response.status < 400, `${link}: ${response.status}`)
        scanned[method] = (scanned[method] ?? 0) + 1
      }
    }
    assert.ok((scanned['GET'] ?? 0) > 20)
    assert.deepEqual(await contents(), before)
  })

  it('lead to a button that ends them, in the language of the subscription', async () => {
    const link = [...links].find((each) => each.startsWith('/unsubscribe?') && each.includes('scope=alerts')) ?? ''
    const page = await app.get(link)
    assert.match(page.text, /<h1>Unsubscribe<\/h1>/)
    assert.match(page.text, /Weather alerts for Berlin/)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.doesNotMatch(page.text, /<script(?! type="application\/ld)/)
    const action = /<form[^>]*action="([^"]+)"[^>]*method="post"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(action, /^\/api\/unsubscribe\?token=[\w-]+&scope=alerts$/)
    assert.ok((await listActiveSubscriptions(app)).includes('ada@example.org city_alerts'))
    assert.equal((await send(app, action)).status, 200)
    assert.ok(!(await listActiveSubscriptions(app)).includes('ada@example.org city_alerts'))
    const over = await app.get(link)
    assert.match(over.text, /is not subscribed to these emails/)
    assert.doesNotMatch(over.text, /<form[^>]*method="post"/)
  })

  it('400 and 404 for a link that is cut off or forged', async () => {
    const statuses = async (queries: readonly string[]) =>
      Promise.all(queries.map(async (query) => (await app.get(`/unsubscribe${query}`)).status))
    assert.deepEqual(
      await statuses(['', '?token=x', '?token=00000000-0000-4000-8000-000000000000', '?token=x&scope=y']),
      [400, 400, 404, 400],
    )
  })

  /** What is stored, table by table, except what any visit writes. */
  async function contents(): Promise<Record<string, string>> {
    const schema = await readFile(new URL('../migrations/schema.sql', import.meta.url), 'utf8')
    const tables = [...schema.matchAll(/^(?:UNLOGGED )?TABLE (\w+)/gm)].flatMap(([, name = '']) => (OF_VISITS.test(name) ? [] : [name]))
    assert.ok(['subscription', 'mail_outbox', 'admin_link', 'admin_session', 'mail_suppression'].every((name) => tables.includes(name)))
    const hashes: Record<string, string> = {}
    for (const table of tables) {
      const { rows } = await app.database.pool.query(`select md5(string_agg(t::text, ',' order by t::text)) as hash from ${table} t`)
      hashes[table] = rows[0].hash
    }
    return hashes
  }
})

/** The paths of all links to the service in text and HTML of all mails in all languages. */
function linksOfAll(unsubscribe: string, tokens: Readonly<Record<string, string>>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const template of MAILS) {
    const compiled = compileMail(template)
    for (const sample of template.samples)
      for (const language of LANGUAGES)
        for (const scope of template.unsubscribable ? [null, ...UNSUBSCRIBE_SCOPES] : [null]) {
          const words = getMailWords(language)
          const data = { ...sample.data, ...('token' in sample.data && { token: tokens[template.id] }) }
          const links = buildMailLinks(ORIGIN, template.unsubscribable ? { token: unsubscribe, scope } : null)
          const context = { units: 'metric', timezone: sample.timezone, words, service: 'Isobar', links } as const
          const { html, text } = compiled.render(buildMailView(template, data, sample.parts, context), words)
          for (const [link] of `${html.replaceAll('&amp;', '&')}\n${text}`.matchAll(/https:\/\/weather\.example[^\s"<>]*/g))
            found.add(link.slice(ORIGIN.origin.length) || '/')
        }
  }
  return found
}
