import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestClock } from '../../../test/helpers/clock.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { buildUnsignedActor } from '../access/index.ts'
import { createRefusals } from './refusals.ts'
import type { AuditTables } from './tables.ts'

it('refusals fill the log no faster than 200 an hour, whoever is refused, and those left out are counted', async (t) => {
  const database = await createTestDatabase<AuditTables>()
  t.after(() => database.drop())
  const clock = createTestClock()
  const refusals = createRefusals({ db: database.kysely, clock, onError: (error) => assert.fail(String(error)) })
  const refuse = (client: string) =>
    refusals.record({
      actor: { ...buildUnsignedActor('cron'), client },
      action: 'cron.refused',
      object: { type: 'job', id: null },
      reason: 'wrong',
    })
  for (let i = 0; i < 1_500; i++) refuse(`client ${i}`)
  await refusals.close()
  const count = async () => Number((await database.pool.query('select count(*) from admin_audit')).rows[0].count)
  assert.equal(await count(), 200)
  clock.advance({ hours: 1 })
  refuse('another')
  await refusals.close()
  const { rows } = await database.pool.query('select after from admin_audit order by id desc limit 1')
  assert.deepEqual({ count: await count(), last: rows[0].after }, { count: 201, last: { reason: 'wrong', unrecorded: 1_300 } })
  // What was written while a clock was ahead is neither a repetition nor the present hour's.
  for (let i = 0; i < 300; i++) refuse(`ahead ${i}`)
  await refusals.close()
  assert.equal(await count(), 400)
  clock.advance({ hours: -48 })
  refuse('ahead 0')
  await refusals.close()
  assert.equal(await count(), 401)
  // The same within ten minutes is in the next entry.
  for (let i = 0; i < 3; i++) refuse('again')
  clock.advance({ minutes: 10 })
  refuse('again')
  await refusals.close()
  const again = await database.pool.query(`select after from admin_audit where after ? 'repeated'`)
  assert.deepEqual({ count: await count(), repeated: again.rows }, { count: 403, repeated: [{ after: { reason: 'wrong', repeated: 2 } }] })
})
