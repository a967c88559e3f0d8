import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { type AlertApp, createAlertApp, STORM, simulateStorm } from '../alerting/testing/alert-app.ts'
import { PUSH_ENV, pushBrowser } from '../push/testing/browser.ts'
import { startPushService } from '../push/testing/push-service.ts'

describe('why a browser was notified or not, in the back office', () => {
  let app: AlertApp
  let viewer: SignedIn
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z', env: PUSH_ENV })
    viewer = await signIn(app, 'viewer')
    simulateStorm(app, 3)
  })
  after(() => app.close())

  /** A new browser that watches Berlin, and the id of its device. */
  async function device(wanted: object): Promise<string> {
    await (await pushBrowser(app, await startPushService())).watch(wanted)
    const { rows } = await app.database.pool.query('select id from push_device order by created_at desc, alive_at desc limit 1')
    app.clock.advance({ seconds: 1 })
    return rows[0].id
  }
  const get = (id: string, query = '') => app.get(`/api/admin/push-devices/${id}/explanation${query}`, viewer.headers)
  async function explain(id: string, query = '') {
    const { status, body, text } = await get(id, query)
    assert.equal(status, 200, text)
    assert.equal(body.places.length, 1)
    return body.places[0] as { placeName: string; result: string; sections: { title: string; lines: string[] }[] }
  }
  const linesOf = ({ sections }: Awaited<ReturnType<typeof explain>>, title: string) =>
    sections.find((section) => section.title.startsWith(title))?.lines.join('\n') ?? ''

  it('200: what is due from what is cached, though nobody asks for mails there; then the decision of the run with its reason', async () => {
    const storms = await device({ alertPrefs: STORM })
    const quiet = await device({ alertPrefs: { ...STORM, quietHours: { from: '06:00', to: '22:00' } }, timezone: 'Europe/Berlin' })
    const calm = await device({ alertPrefs: { wind: { minGustKmh: 390 } } })
    await app.run()
    const then = `?at=${encodeURIComponent(new Date(app.clock.now()).toISOString())}`
    for (const [id, result] of [
      [storms, /^a notification was written; it is (?:waiting|sent)$/],
      [quiet, /^no notification yet: quiet hours from 06:00 to 22:00 \(Europe\/Berlin\)/],
      [calm, /^no notification: (?:there is no event at the place|no event is due)/],
    ] as const)
      assert.match((await explain(id, then)).result, result)
    app.clock.advance({ seconds: 1 })
    const late = await device({ alertPrefs: STORM })
    assert.equal((await explain(late)).result, 'a notification is due: the next run writes it')
    assert.match((await explain(late, then)).result, /^no notification: they were turned on 2026-11-20T06:2/)

    const now = await explain(storms)
    assert.equal(now.placeName, 'Berlin')
    assert.match(linesOf(now, 'Events'), /forecast of wind from 100 km\/h on.*not told: already told/)
    assert.match(linesOf(now, 'Wanted'), /^wants wind from 100 km\/h on/)
    assert.match(linesOf(now, 'Notified before'), /forecast of wind/)
    assert.match(linesOf(now, 'Notifications'), /, written 2026-11-20T06:2\S+: (?:waiting|sent), attempts: [01]$/)
  })

  it('400 and 404: a time to come, no such device', async () => {
    const id = await device({ alertPrefs: STORM })
    assert.equal((await get(id, '?at=2999-01-01T00:00:00Z')).status, 400)
    assert.equal((await get('00000000-0000-4000-8000-000000000000')).status, 404)
  })
})
