import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Facts } from './facts.ts'
import type { StoredTrouble } from './trouble-store.ts'
import { createWatch, type WatchOptions } from './watch.ts'

const NOW = Date.parse('2026-11-21T18:20:00Z')

/** A node without systems, jobs and disks, on which nothing is wrong. */
const WELL: Facts = {
  now: NOW,
  node: 'weather-1',
  notReady: [],
  secretFault: null,
  pendingRestore: null,
  shortSecrets: [],
  cacheIsAway: false,
  clockAheadMs: 0,
  systems: [],
  feeds: [],
  budgets: [],
  mail: { waiting: 0, oldestDueSeconds: 0, settledToday: 0, failedToday: 0 },
  webhooks: { waiting: 0, oldestDueSeconds: 0, deadToday: 0 },
  noticesAreOff: false,
  jobs: [],
  disks: [],
  backups: { isScheduled: false, lastAt: null, test: null },
  certificates: [],
}

const stored = (key: string, severity: StoredTrouble['severity'] = 'notice'): StoredTrouble => ({
  id: key,
  key,
  kind: 'disk',
  severity,
  title: key,
  meaning: '',
  action: '',
  link: '/admin',
  beganAt: NOW - 60_000,
  seenAt: NOW,
  endedAt: null,
  noticedAt: null,
})

/** A watch of a node on which nothing is wrong, where no node has stored anything. */
const watchWith = (options: Partial<WatchOptions> = {}) =>
  createWatch({
    look: async () => WELL,
    store: { merge: async () => undefined, listSeen: async () => [] },
    afterMs: () => 60_000,
    announce: async () => undefined,
    wake: () => undefined,
    clock: { now: () => NOW },
    onError: (error) => assert.fail(String(error)),
    ...options,
  })

/** The keys that a node shows, given what all nodes have stored. */
async function keysOn(facts: Partial<Facts>, ...all: readonly StoredTrouble[]): Promise<string[]> {
  const store = { merge: async () => undefined, listSeen: async () => [...all] }
  const watch = watchWith({ look: async () => ({ ...WELL, ...facts }), store })
  return (await watch.current()).troubles.map(({ key }) => key)
}

describe('what a node shows', () => {
  it('has what only others can see, also of a host whose name begins with its own', async () => {
    assert.deepEqual(await keysOn({}, stored('clock weather-10'), stored('disk weather-2 /data')), [
      'clock weather-10',
      'disk weather-2 /data',
    ])
  })

  it('lacks what it sees to be over', async () => {
    assert.deepEqual(await keysOn({}, stored('cache weather-1'), stored('disk weather-1 /data'), stored('source openweather')), [])
  })

  it('is the worst first, whichever node saw it', async () => {
    assert.deepEqual(await keysOn({ cacheIsAway: true }, stored('disk weather-2 /data', 'bad')), [
      'disk weather-2 /data',
      'cache weather-1',
    ])
  })
})

describe('a node', () => {
  it('looks once for all who ask within five seconds, and again if its clock was set back', async () => {
    let [now, looks] = [NOW, 0]
    const look = async () => {
      looks++
      return WELL
    }
    const watch = watchWith({ look, clock: { now: () => now } })
    await Promise.all([watch.current(), watch.current()])
    now += 4_999
    await watch.current()
    assert.equal(looks, 1)
    now += 1
    await watch.current()
    assert.equal(looks, 2)
    now = NOW - 1_000
    await watch.current()
    assert.equal(looks, 3)
  })

  it('wakes the senders if it wrote notices, once they are committed', async () => {
    for (const hasNotices of [true, false]) {
      const order: string[] = []
      const store: WatchOptions['store'] = {
        async merge(_seen, _times, announce) {
          if (hasNotices) await announce(undefined as never, { began: [], ended: [] })
          order.push('committed')
        },
        listSeen: async () => [],
      }
      const watch = watchWith({ store, announce: async () => void order.push('written'), wake: () => order.push('woken') })
      await watch.current()
      assert.deepEqual(order, hasNotices ? ['written', 'committed', 'woken'] : ['committed'])
    }
  })
})
