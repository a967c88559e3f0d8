import { cellOf } from '../../src/domain/cell.ts'
import type { OfficialWarning } from '../../src/domain/official-warning.ts'
import { createPressingStore } from '../../src/features/subscribers/alerting/pressing-store.ts'
import { takeChanges } from '../../src/features/weather/warnings/change-store.ts'
import { createFeedStore } from '../../src/features/weather/warnings/feed-store.ts'
import { arrivalOf } from '../../src/features/weather/warnings/stored-warning.ts'
import { createLookup } from '../../src/features/weather/warnings/lookup.ts'
import { createPlaceStore } from '../../src/features/weather/warnings/place-store.ts'
import { storeReading } from '../../src/features/weather/warnings/reading-store.ts'
import type { Tables } from '../../src/composition/tables.ts'
import { createTestDatabase } from '../../test/helpers/database.ts'
import { percentile, timed } from './timing.ts'

const DEFAULT_WARNINGS = 10_000
const DEFAULT_CELLS = 1_000_000
const LOOKUPS = 2_000
const PART = { feed: 'bench', part: 'all' }
const LEVEL = { lease: async () => ({ isHeld: () => true, release: async () => undefined }) }

/** Numbers from 0 to below 1, the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Like the areas of weather services: 40 to 300 points around a middle, 20 to 200 km across, most of them in the north. */
function warningAt(index: number, now: number, random: () => number, version = 1): OfficialWarning {
  const [lat, lon] = [25 + random() * 45, -130 + random() * 170]
  const points = 40 + Math.floor(random() * 260)
  const radius = 0.1 + random() ** 3 * 1
  const ring = Array.from({ length: points }, (_, step): readonly [number, number] => {
    const angle = (2 * Math.PI * step) / points
    const reach = radius * (0.7 + 0.3 * Math.sin(5 * angle) + 0.1 * random())
    return [Number((lon + reach * Math.cos(angle)).toFixed(4)), Number((lat + reach * Math.sin(angle)).toFixed(4))]
  })
  const text = {
    event: 'Wind warning',
    headline: 'Strong gusts',
    description: 'Gusts of 90 km/h are expected. '.repeat(15),
    instruction: 'Take care. '.repeat(10),
  }
  return {
    key: `W${index}`,
    messageId: `W${index}.${version}`,
    replaces: version === 1 ? [] : [`W${index}.${version - 1}`],
    sent: new Date(now).toISOString(),
    start: new Date(now).toISOString(),
    end: new Date(now + 86_400_000).toISOString(),
    expires: null,
    ended: false,
    senderName: 'A weather service',
    severity: 'moderate',
    severitySource: 'stated',
    urgency: 'expected',
    certainty: 'likely',
    level: { name: 'yellow', color: null },
    tags: ['Wind'],
    texts: [
      { language: 'de', ...text },
      { language: 'en', ...text },
    ],
    areas: [{ name: `Area ${index}`, polygons: [[[...ring, ring[0] as (typeof ring)[number]]]], circles: [], codes: [] }],
  }
}

async function said(what: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${what}: ${((await timed(work)) / 1_000).toFixed(2)} s`)
}

/** `warnings [WARNINGS] [CELLS]`: many warnings over many subscribed places, on the database of the tests. */
export async function run([warnings = String(DEFAULT_WARNINGS), cells = String(DEFAULT_CELLS)]: readonly string[]): Promise<void> {
  const random = createRandom(7)
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const database = await createTestDatabase<Tables>({ maxConnections: 4 })
  const db = database.kysely
  await said(`${cells} places with subscriptions`, async () => {
    for (let left = Number(cells); left > 0; left -= 50_000) {
      const ids = Array.from({ length: Math.min(left, 50_000) }, () => cellOf(25 + random() * 45, -130 + random() * 170).id)
      await database.pool.query(
        "insert into alert_cell (cell, primary_at, checked_at) select unnest($1::int4[]), 'epoch', now() on conflict do nothing",
        [ids],
      )
    }
    await database.pool.query('analyze alert_cell')
  })
  const feeds = createFeedStore(db)
  await feeds.register([PART], now)
  const store = (list: readonly OfficialWarning[], at: number, readings: number) =>
    storeReading(db, {
      ...PART,
      readings,
      at,
      nextAt: at,
      content: { arrivals: list.map(arrivalOf), complete: true, simulated: false, state: null, leftOut: {} },
    })
  const all = Array.from({ length: Number(warnings) }, (_, index) => warningAt(index, now, random))
  await said(`first reading of ${warnings} warnings`, () => store(all, now, 0))
  await database.pool.query('analyze')
  await said('the same reading again', () => store(all, now + 60_000, 1))
  const lookup = createLookup({
    store: createPlaceStore(db),
    speaking: async () => new Map([['bench', { isKnown: true, covers: () => false }]]),
  })
  const pressing = createPressingStore(db)
  const press = () => takeChanges({ db, level: LEVEL, testsOf: lookup.testsOf }, (area) => pressing.press(area, now))
  const pressed = async () => (await database.pool.query('select count(*)::int4 as count from alert_pressing')).rows[0].count as number
  await said('the places of all of them', press)
  console.log(`  ${await pressed()} places`)
  await database.pool.query('truncate alert_pressing')
  const changed = all.map((warning, index) =>
    index < 100
      ? { ...warning, messageId: `${warning.messageId}b`, sent: new Date(now + 90_000).toISOString(), severity: 'severe' as const }
      : warning,
  )
  await said('a reading in which 100 changed', () => store(changed, now + 120_000, 2))
  await said('the places of these', press)
  console.log(`  ${await pressed()} places`)
  const before = process.memoryUsage.rss()
  const places = Array.from({ length: LOOKUPS }, () => cellOf(25 + random() * 45, -130 + random() * 170))
  let found = 0
  for (const round of ['cold', 'warm']) {
    const times: number[] = []
    for (const place of places)
      times.push(
        await timed(async () => {
          found += (await lookup.find(place, now + 60_000)).alerts.length
        }),
      )
    const at = (share: number) => percentile(times, share).toFixed(2)
    console.log(
      `look-ups, ${round}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${(found / LOOKUPS).toFixed(1)} warnings each`,
    )
    found = 0
  }
  console.log(`memory of the process for ${LOOKUPS} look-ups: ${((process.memoryUsage.rss() - before) / 2 ** 20).toFixed(0)} MiB more`)
  for (const table of ['warning', 'warning_shape', 'warning_shape_tile', 'warning_area', 'alert_cell']) {
    const { rows } = await database.pool.query(
      'select pg_size_pretty(pg_total_relation_size($1::regclass)) as size, (select reltuples::int8 from pg_class where oid = $1::regclass) as rows',
      [table],
    )
    console.log(`${table}: ${rows[0].rows} rows, ${rows[0].size}`)
  }
  await database.drop()
}
