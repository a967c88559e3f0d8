import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../../time.ts'
import { type AlertApp, createAlertApp } from './testing/alert-app.ts'
import { selectTownFeatures, type GeoFeature, readRecordedFeatures as recorded, type TestTown, WITHOUT_SAMPLES } from './testing/feeds.ts'
import { createLedger } from './testing/ledger.ts'
import type { Fact } from './testing/notified-by-documents.ts'

/**
 * Replays recorded evenings of the US National Weather Service message by message, with some answers lost, empty, an error or older than
 * the last. The expected mails are derived from the messages: their VTEC numbers, times and towns.
 */
type Mishap = 'lost' | 'empty' | 'error' | 'late'

const timeOf = ({ properties }: GeoFeature, name: string): number => Date.parse(String(properties[name]))
const vtecOf = ({ properties }: GeoFeature): string => String((properties['parameters'] as { VTEC?: string[] }).VTEC?.[0])
/** `KOUN.TO.W.0017`, which is common to all messages about one warning. */
const chainOf = (feature: GeoFeature): string => vtecOf(feature).split('.').slice(2, 6).join('.')
const endOf = (feature: GeoFeature): number => Date.parse(String(feature.properties['ends'] ?? feature.properties['expires']))

/** The facts in force in a town: the newest message there of each warning. */
function factsAt(town: TestTown, features: readonly GeoFeature[]): Fact[] {
  const byChain = Map.groupBy(selectTownFeatures(town, features), chainOf)
  return [...byChain].flatMap(([chain, all]) => {
    const newest = all.toSorted((a, b) => timeOf(b, 'sent') - timeOf(a, 'sent'))[0] as GeoFeature
    const isOver = newest.properties['messageType'] === 'Cancel' || /^\/O\.(?:CAN|EXP)/.test(vtecOf(newest))
    return [{ chain, title: String(newest.properties['event']), isOver, endMs: endOf(newest) }]
  })
}

interface Evening {
  readonly from: string
  readonly until: string
  readonly towns: readonly TestTown[]
  /** What happens to the answers, which come every sixteen minutes; none after the end of this list. */
  readonly mishaps: readonly (Mishap | null)[]
  listAt(now: number): readonly GeoFeature[]
}

const STEP_MS = 16 * MINUTE_MS

async function live(evening: Evening) {
  const app = await createAlertApp({ now: evening.from })
  try {
    return await liveIn(app, evening)
  } finally {
    await app.close()
  }
}

async function liveIn(app: AlertApp, { from, until, towns, mishaps, listAt }: Evening) {
  const ledger = createLedger(4 * STEP_MS)
  const counts = { runs: 0, mails: 0, mishaps: 0 }
  app.feeds.towns = towns
  app.feeds.dead = new Set(['openweather', 'open-meteo'])
  for (const { name, lat, lon } of towns) {
    const alertPrefs = { official: true, minSeverity: 'minor', leadHours: 48, notifyCancelled: true }
    await app.subscribe({ email: `${lat}.${lon}@example.com`, cityName: name, cityLat: lat, cityLon: lon, alertPrefs })
  }
  for (let now = Date.parse(from); now <= Date.parse(until); now += STEP_MS) {
    const mishap = mishaps[counts.runs++] ?? null
    if (mishap !== null) counts.mishaps += 1
    app.clock.set(new Date(now).toISOString())
    for (const town of towns) ledger.publish(town.name, factsAt(town, listAt(now)), now)
    app.feeds.features = mishap === 'empty' ? [] : listAt(mishap === 'late' ? now - STEP_MS : now)
    app.feeds.isHangingUp = mishap === 'lost'
    app.feeds.dead = new Set(['openweather', 'open-meteo', ...(mishap === 'error' ? (['nws'] as const) : [])])
    await app.run()
    for (const mail of await app.mails()) {
      counts.mails += 1
      const [, place = '', titles = ''] = / · ([^:]*): (.*)/.exec(mail) ?? []
      for (const [, stage = '', title = ''] of titles.split(' | ').map((each) => /^(\w+) (.*)/.exec(each) ?? []))
        ledger.tell(place, stage, title)
    }
    const { falseAllClears, doubled } = ledger.faults()
    assert.deepEqual({ falseAllClears, doubled }, { falseAllClears: 0, doubled: 0 }, new Date(now).toISOString())
  }
  return { ...counts, ...ledger.totals(), ...ledger.faults() }
}

const NO_FAULTS = { falseAllClears: 0, doubled: 0, missed: 0, allClearsMissed: 0 }

describe('an evening of the national feed with lost answers', { skip: WITHOUT_SAMPLES }, () => {
  it('2025-04-19 in Oklahoma: no warning is missed or sent twice, and none in force is called off', async (t) => {
    const first = recorded('alerts_area_OK_2025-04-20T0223Z_tornado_flood')
    const second = recorded('alerts_area_OK_2025-04-20T0342Z_tornado_flood')
    const LISTED_AGAIN = Date.parse('2025-04-20T03:42:00Z')
    const idOf = ({ properties }: GeoFeature) => properties['id']
    /** When a message of the first list disappears: when the next one about its warning is sent, or, if the second list has neither, with that list. */
    const goneAt = (feature: GeoFeature): number => {
      if (second.some((other) => idOf(other) === idOf(feature))) return Infinity
      const next = second.filter((other) => chainOf(other) === chainOf(feature)).map((other) => timeOf(other, 'sent'))
      return Math.min(LISTED_AGAIN, ...next.filter((at) => at > timeOf(feature, 'sent')))
    }
    const gone = new Map(first.map((feature) => [idOf(feature), goneAt(feature)]))
    const all = [...new Map([...first, ...second].map((feature) => [idOf(feature), feature])).values()]
    const { falseAllClears, doubled, missed, allClearsMissed, ...counts } = await live({
      from: '2025-04-20T02:25:00Z',
      until: '2025-04-20T06:00:00Z',
      towns: [...TOWNS, ...all.flatMap(townIn)],
      // Good answers are frequent enough to show each warning at least once: some last half an hour.
      mishaps: [null, 'lost', null, null, 'empty', null, 'late', null, 'error', null, 'empty', 'lost'],
      listAt: (now) => all.filter((each) => timeOf(each, 'sent') <= now && endOf(each) > now && (gone.get(idOf(each)) ?? Infinity) > now),
    })
    t.diagnostic(JSON.stringify({ ...counts, falseAllClears, doubled, missed, allClearsMissed }))
    assert.deepEqual({ falseAllClears, doubled, missed, allClearsMissed }, NO_FAULTS)
    assert.ok(counts.warnings > 50 && counts.allClears > 0, JSON.stringify(counts))
  })

  it('2025-11-25 in Alabama: a watch is called off once, although its cancellation was lost', async (t) => {
    const [cancellation, update] = recorded('alerts_tornado_watch_cancel_and_replaced_update') as [GeoFeature, GeoFeature]
    const { replacedBy: _by, replacedAt: _at, ...properties } = update.properties
    const inForce: GeoFeature = { ...update, properties: properties as GeoFeature['properties'] }
    const [sent, dropped] = [timeOf(cancellation, 'sent'), timeOf(cancellation, 'expires')]
    const { falseAllClears, doubled, missed, allClearsMissed, ...counts } = await live({
      from: '2025-11-25T22:21:00Z',
      until: '2025-11-26T00:15:00Z',
      towns: [{ name: 'Chatom', lat: 31.47, lon: -88.25, codes: ['ALC129'] }],
      mishaps: [null, 'empty', 'late', 'lost', null, null, null],
      listAt: (now) => (now < sent ? [inForce] : now < dropped ? [cancellation, update] : []),
    })
    t.diagnostic(JSON.stringify({ ...counts, falseAllClears, doubled, missed, allClearsMissed }))
    assert.deepEqual({ falseAllClears, doubled, missed, allClearsMissed }, NO_FAULTS)
    assert.deepEqual(
      { warnings: counts.warnings, allClears: counts.allClears, mails: counts.mails },
      { warnings: 1, allClears: 1, mails: 2 },
    )
  })
})

const TOWNS: readonly TestTown[] = [
  { name: 'Davis', lat: 34.5, lon: -97, codes: ['OKC099', 'OKZ041'] },
  { name: 'Ardmore', lat: 34.2, lon: -97.2, codes: ['OKC019', 'OKZ046'] },
  { name: 'Wewoka', lat: 35.1, lon: -96.4, codes: ['OKC133', 'OKZ031'] },
  { name: 'Atoka', lat: 34.39, lon: -96.13, codes: ['OKC005', 'OKZ048'] },
  { name: 'Pauls Valley', lat: 34.74, lon: -97.22, codes: ['OKC049', 'OKZ040'] },
  { name: 'Tulsa', lat: 36.15, lon: -95.99, codes: ['OKC143', 'OKZ060'] },
  { name: 'Guymon', lat: 36.68, lon: -101.48, codes: ['OKC139', 'OKZ002'] },
]

/** A town in the middle of a tornado warning, and in one of its counties. */
function townIn({ geometry, properties }: GeoFeature): TestTown[] {
  const corners = geometry?.coordinates[0]?.slice(1) ?? []
  if (corners.length === 0 || properties['event'] !== 'Tornado Warning') return []
  const middle = (axis: 0 | 1): number => Math.round((100 * corners.reduce((sum, corner) => sum + corner[axis], 0)) / corners.length) / 100
  const codes = properties.geocode.UGC.slice(0, 1)
  return [{ name: `${codes[0]} ${String(properties['sent']).slice(11, 16).replace(':', '.')}`, lat: middle(1), lon: middle(0), codes }]
}
