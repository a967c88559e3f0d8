import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { closedAtEnd } from '../../../test/helpers/ending.ts'
import { until } from '../../../test/helpers/until.ts'
import { untilWaiting } from '../../../test/helpers/waiting.ts'
import { type Lease, type Leases, openLeases } from './leases.ts'

const HOUR_MS = 3_600_000
/** How long a node of these tests may stand still: a busy machine does, for longer than a service may. */
const PATIENT_MS = 60_000
/** In the test that waits for longer. */
const BRIEF_MS = 3_000

describe('leases', () => {
  let database: TestDatabase<unknown>
  before(async () => {
    database = await createTestDatabase({ migrations: false })
  })
  after(() => database.drop())

  /** Another node: its lease connection can be told from others by its name. */
  function openNode(name: string, standstillMs = PATIENT_MS): Leases {
    const pool = new pg.Pool({ connectionString: database.connectionString, application_name: name })
    const leases = openLeases(pool, standstillMs)
    closedAtEnd(() => Promise.all([leases.close(), pool.end()]))
    return leases
  }

  async function cutOff(name: string): Promise<void> {
    await database.pool.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [name])
  }

  async function take(node: Leases, key: string, ttlMs = HOUR_MS): Promise<Lease> {
    const lease = await node.take(key, ttlMs)
    assert.ok(lease, `${key} is free`)
    return lease
  }

  const a = openNodeLater('node a')
  const b = openNodeLater('node b')
  function openNodeLater(name: string): () => Leases {
    let node: Leases | undefined
    return () => (node ??= openNode(name))
  }

  it('one of many gets it, on whichever node', async () => {
    const taken = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? a() : b()).take('many', HOUR_MS)))
    const granted = taken.filter((lease) => lease !== null)
    assert.equal(granted.length, 1)
    assert.equal(granted[0]?.isHeld(), true)
    assert.ok(await b().take('another', HOUR_MS))
  })

  it('is free once it is released, and not before', async () => {
    const lease = await take(a(), 'released')
    assert.deepEqual(
      { aTake: await a().take('released', HOUR_MS), bTake: await b().take('released', HOUR_MS) },
      { aTake: null, bTake: null },
    )
    await lease.release()
    assert.equal(lease.isHeld(), false)
    const next = await take(b(), 'released')
    await lease.release()
    assert.equal(await a().take('released', HOUR_MS), null, 'a second release does not free what another node has')
    await next.release()
    await take(a(), 'released')
  })

  it('ends after its time', async () => {
    const lease = await take(a(), 'short', 20)
    await until('it has ended', async () => (await b().take('short', HOUR_MS)) !== null)
    assert.equal(lease.isHeld(), false)
  })

  it('outlasts the time that the server lets a session be silent', async () => {
    const [busy, other] = [openNode('busy', BRIEF_MS), openNode('other')]
    const lease = await take(busy, 'long')
    const since = performance.now()
    while (performance.now() - since < BRIEF_MS + 500) assert.equal(await other.take('long', HOUR_MS), null)
    assert.equal(lease.isHeld(), true)
    await lease.release()
  })

  it('ends with the connection of its holder, who knows and does not hold it by mistake', async () => {
    const holder = openNode('holder')
    const lease = await take(holder, 'cut')
    // A node that asks again and again may come after the holder, which takes back what is free; who waits for the lock gets it first.
    const other = await database.pool.connect()
    const wait = `select pg_advisory_lock(hashtextextended('cut', 0))`
    const waiting = other.query(wait)
    await untilWaiting(database.pool, wait)
    await Promise.all([waiting, cutOff('holder')])
    await until('the holder has noticed', () => !lease.isHeld())
    assert.equal(await holder.take('cut', HOUR_MS), null)
    other.release(true)
  })

  it('is taken back by its holder after an interruption, as one that was not held throughout', async () => {
    const holder = openNode('interrupted')
    const lease = await take(holder, 'interrupted')
    await cutOff('interrupted')
    await until('it is taken back', async () => {
      const { rows } = await database.pool.query(`select from pg_stat_activity where application_name = 'interrupted' and query <> ''`)
      return rows.length === 1 && !lease.isHeld()
    })
    await until('nobody else can take it', async () => {
      const taken = await b().take('interrupted', HOUR_MS)
      await taken?.release()
      return taken === null
    })
    assert.equal(lease.isHeld(), false)
    await lease.release()
    await take(b(), 'interrupted')
  })

  it('a lost connection fails no taking', async () => {
    const node = openNode('lost')
    await (await take(node, 'first')).release()
    await cutOff('lost')
    await take(node, 'second')
  })

  it('a node holds at most 256', async () => {
    const node = openNode('greedy')
    const taken = await Promise.all(Array.from({ length: 300 }, (_, i) => node.take(`greedy ${i}`, HOUR_MS)))
    assert.equal(taken.filter((lease) => lease !== null).length, 256)
    await taken[0]?.release()
    await take(node, 'greedy 299')
  })

  it('rejects what it cannot ask the server', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    const node = openLeases(pool)
    await assert.rejects(node.take('any', HOUR_MS), { code: 'ECONNREFUSED' })
    await node.close()
    await assert.rejects(node.take('any', HOUR_MS), /closed/)
  })

  it('never has two holders, whatever is taken, released and cut off', async () => {
    const names = ['random 1', 'random 2', 'random 3']
    const nodes = names.map((name) => openNode(name))
    const taken = new Set<{ readonly key: string; readonly lease: Lease }>()
    let [granted, cutting] = [0, 0]
    function check(): void {
      if (cutting > 0) return
      const keys = [...taken].filter(({ lease }) => lease.isHeld()).map(({ key }) => key)
      assert.equal(new Set(keys).size, keys.length, `two have one of ${keys.join(', ')}`)
    }
    /**
     * A node learns of it a moment after the server has freed its leases, those that were granted meanwhile included: all of them end with the
     * one that shows it.
     */
    async function cut(node: number): Promise<void> {
      const sign = await take(nodes[node] as Leases, `sign ${node}`)
      cutting += 1
      await cutOff(names[node] as string)
      await until('the node has noticed', () => !sign.isHeld())
      cutting -= 1
      await sign.release()
    }
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        for (let step = 0; step < 60; step++) {
          const node = Math.floor(Math.random() * nodes.length)
          const key = `random ${Math.floor(Math.random() * 4)}`
          if (i === 0 && step % 5 === 0) await cut(node)
          // A connection that is cut off twice in a row fails the taking.
          const lease = await (nodes[node] as Leases).take(key, HOUR_MS).catch(() => null)
          if (lease === null) continue
          granted += 1
          const one = { key, lease }
          taken.add(one)
          check()
          await database.pool.query('select 1')
          check()
          taken.delete(one)
          await lease.release()
        }
      }),
    )
    assert.ok(granted > 50, `only ${granted} were granted`)
    for (let i = 0; i < 4; i++) await until(`random ${i} is free`, async () => (await b().take(`random ${i}`, HOUR_MS)) !== null)
  })
})
