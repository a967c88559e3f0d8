import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase } from '../../../../test/helpers/database.ts'
import { createAnswerCountWriter } from './answer-counter.ts'
import { type AnswerCount, createAnswerStore } from './answer-store.ts'
import type { UsageTables } from './tables.ts'
import { MAX_OTHER_TRIGGERS, OTHER } from './triggers.ts'

/** A counter over a database that can fail, and the rows that reached the database. */
function counting(t: TestContext) {
  const written: AnswerCount[] = []
  const state = { isDown: false, errors: 0 }
  const clock = createTestClock()
  const counter = createAnswerCountWriter({
    store: {
      async add(counts) {
        if (state.isDown) throw new Error('the database is down')
        written.push(...counts.map((count) => ({ ...count })))
      },
    },
    clock,
    onError: () => (state.errors += 1),
  })
  t.after(() => counter.close())
  return { counter, written, state, clock }
}

describe('createAnswerCounter', () => {
  it('adds up equal answers by hour before they are written', async (t) => {
    const { counter, written, clock } = counting(t)
    for (let index = 0; index < 1_000; index += 1) counter.count('memory', 'current', 'city_detail')
    counter.count('upstream', 'current', 'city_detail')
    clock.advance({ hours: 1 })
    counter.count('memory', 'current', 'city_detail')
    await counter.flush()
    assert.deepEqual(
      written.map(({ layer, answers }) => [layer, answers]),
      [
        ['memory', 1_000],
        ['upstream', 1],
        ['memory', 1],
      ],
    )
  })

  it('keeps answers that it could not write, and writes them once', async (t) => {
    const { counter, written, state } = counting(t)
    state.isDown = true
    counter.count('memory', 'current', 'city_detail')
    await counter.flush()
    counter.count('memory', 'current', 'city_detail')
    await counter.flush()
    assert.equal(state.errors, 2)
    state.isDown = false
    await counter.flush()
    await counter.flush()
    assert.deepEqual(
      written.map(({ answers }) => answers),
      [2],
    )
  })

  it('limits the number of different triggers per day', async (t) => {
    const { counter, written, clock } = counting(t)
    for (let index = 0; index < 1_000; index += 1) counter.count('memory', 'current', `made_up_${index}`)
    counter.count('memory', 'current', 'prefetch')
    await counter.flush()
    assert.equal(written.length, MAX_OTHER_TRIGGERS + 2)
    assert.equal(written.find(({ trigger }) => trigger === OTHER)?.answers, 1_000 - MAX_OTHER_TRIGGERS)
    clock.advance({ hours: 24 })
    counter.count('memory', 'current', 'made_up_999')
    await counter.flush()
    assert.equal(written.at(-1)?.trigger, 'made_up_999')
  })

  it('writes what is left on close', async (t) => {
    const { counter, written } = counting(t)
    counter.count('memory', 'current', 'city_detail')
    await counter.close()
    assert.equal(written.length, 1)
  })
})

it('two nodes add to the same hours and days', async (t) => {
  const database = await createTestDatabase<UsageTables>()
  t.after(() => database.drop())
  const clock = createTestClock('2026-07-01T23:30:00Z')
  const open = () =>
    createAnswerCountWriter({ store: createAnswerStore(database.kysely), clock, onError: (error) => assert.fail(String(error)) })
  const nodes = [open(), open()]
  for (const step of [0, 1]) {
    for (const node of nodes) for (const layer of ['memory', 'database', 'upstream']) node.count(layer, 'current', 'city_detail')
    if (step === 0) clock.advance({ hours: 1 })
  }
  await Promise.all(nodes.map((node) => node.close()))
  const { rows } = await database.pool.query(
    'select period, count(*)::int as rows, sum(answers)::int as answers from usage_answer group by 1 order by 1',
  )
  assert.deepEqual(rows, [
    { period: 'day', rows: 6, answers: 12 },
    { period: 'hour', rows: 6, answers: 12 },
  ])
})
