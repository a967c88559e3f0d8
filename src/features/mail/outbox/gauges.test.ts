import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestServices } from '../../../../test/helpers/app.ts'
import { outgoing } from '../../../../test/helpers/mail.ts'
import { insertMails } from './index.ts'

it('metrics show the mails that wait, and how long the oldest is overdue', async (t) => {
  const app = await createTestServices()
  t.after(() => app.close())
  const { kysely } = app.services.storage.database
  const metrics = async () => {
    const text = await app.services.metrics.registry.metrics()
    return (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]
  }
  assert.equal((await metrics())('isobar_outbox_waiting_mails'), '0')
  const now = app.clock.now()
  await insertMails(kysely, [outgoing('ann@example.org', { key: 'later', notBefore: now + 60_000 })], now)
  const waiting = await metrics()
  assert.deepEqual(
    {
      waitingIsobarOutboxWaitingMails: waiting('isobar_outbox_waiting_mails'),
      waitingIsobarOutboxOldestDueSeconds: waiting('isobar_outbox_oldest_due_seconds'),
    },
    { waitingIsobarOutboxWaitingMails: '1', waitingIsobarOutboxOldestDueSeconds: '0' },
  )
  app.clock.advance({ minutes: 3 })
  const overdue = await metrics()
  assert.deepEqual(
    {
      overdueIsobarOutboxWaitingMails: overdue('isobar_outbox_waiting_mails'),
      overdueIsobarOutboxOldestDueSeconds: overdue('isobar_outbox_oldest_due_seconds'),
    },
    { overdueIsobarOutboxWaitingMails: '1', overdueIsobarOutboxOldestDueSeconds: '120' },
  )
})
