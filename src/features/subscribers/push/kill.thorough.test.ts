import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { HOUR_MS } from '../../../time.ts'
import { insertMessages } from './message-store.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

const PROGRAM = fileURLToPath(new URL('testing/sender-process.ts', import.meta.url))
const ADMIN_SECRET = 'a-secret-of-the-process'
const LEASE_MS = 1_500
const TAGS = ['1', '2', '3'].map((nth) => `019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f1${nth}`)

describe('kill -9 of a sending node', () => {
  let child: ChildProcess | undefined
  after(() => void child?.kill('SIGKILL'))

  it('loses no notification that was committed, and repeats one in flight under its id and tag', async () => {
    const app = await createTestApp({ env: { ...PUSH_ENV, ADMIN_SECRET } })
    // The first request is never answered: the node is killed while it waits.
    const service = await startPushService((_pushed, nth) => (nth === 1 ? null : { status: 201 }))
    await (await pushBrowser(app, service)).watch()
    await app.stop()
    const { pool, kysely } = app.database
    const { rows } = await pool.query<{ id: string }>('select id from push_watch')
    const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
    const start = async (): Promise<ChildProcess> => {
      const started = spawn(process.execPath, [PROGRAM, app.database.connectionString, ADMIN_SECRET, String(LEASE_MS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(started.stdout, 'data')
      return started
    }

    child = await start()
    const now = Date.now()
    const messages = TAGS.map((tag) => ({ tag, notice, urgency: 'normal' as const, expiresAt: now + HOUR_MS }))
    assert.equal(await insertMessages(kysely as never, rows[0]?.id ?? '', messages, now), 3)
    await until('one is in flight', () => service.received.length > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = await start()
    await until('all have been sent', async () => (await pool.query(`select from push_message where state = 'sent'`)).rowCount === 3)
    const unanswered = service.received[0]?.message
    // On a busy machine a lease may end before its own node has written the answer.
    assert.ok(service.received.filter(({ message }) => message.id === unanswered.id).length >= 2)
    assert.deepEqual([...new Set(service.received.map(({ message }) => message.tag))].toSorted(), TAGS)
    assert.deepEqual(service.refused, [])
    await app.close()
  })
})
