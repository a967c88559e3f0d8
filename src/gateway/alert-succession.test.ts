import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AlertDraft, type AlertList, formatInstant, identifyAlerts } from '@isobar/weather'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { continueAlertRecord } from './alert-succession.ts'
import { type AlertRecord, listRecordAlerts, decodeRecord, encodeRecord, buildAlertRecord, buildRecords } from './record.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

const named = (event: string, change: Partial<AlertDraft> = {}): AlertDraft => ({
  source: 'openweather',
  senderName: 'DWD',
  event,
  start: formatInstant(NOW - 2 * HOUR_MS),
  end: formatInstant(NOW + HOUR_MS),
  description: '',
  instruction: null,
  severity: null,
  severitySource: null,
  urgency: 'unknown',
  certainty: 'unknown',
  tags: [],
  areas: [],
  cancelled: false,
  ...change,
})
const recordOf = (list: AlertList, at: number, source = 'openweather') =>
  buildRecords({ timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes: { alert: list } }, source, at)[0] as AlertRecord
const at = (minutes: number): number => NOW + minutes * MINUTE_MS
const listAt = (minutes: number, drafts: readonly AlertDraft[], list: Partial<AlertList> = {}) =>
  recordOf({ alerts: identifyAlerts(drafts, 1), ...list }, at(minutes))
const reread = (record: AlertRecord) => decodeRecord(encodeRecord(record), 'alert') as AlertRecord
/** Follows the records in order, each encoded and decoded, as another node or the next start sees them. */
const followAs = (kind: 'weather' | 'feed' | 'warnings', ...records: readonly AlertRecord[]): AlertRecord =>
  records.reduce((last, next) => reread(continueAlertRecord(last, next, kind)))
const follow = (...records: readonly AlertRecord[]): AlertRecord => followAs('weather', ...records)
const tell = (record: AlertRecord) => listRecordAlerts(record).map(({ event, cancelled }) => (cancelled ? `${event} called off` : event))

const wind = named('Wind', { end: formatInstant(at(600)) })
const frost = named('Frost', { end: formatInstant(at(600)) })

describe('succeed', () => {
  it('decides once whether an alert was called off or replaced', () => {
    const [replaced, calledOff] = [
      { ...wind, end: formatInstant(at(10)) },
      { ...wind, cancelled: true },
    ]
    const end = (...lists: AlertDraft[]) => {
      const [alert] = listRecordAlerts(followAs('warnings', ...lists.map((draft, index) => listAt(15 * index, [draft]))))
      return [alert?.cancelled, alert?.end]
    }
    assert.deepEqual(end(wind, replaced, calledOff), [false, replaced.end])
    assert.deepEqual(end(wind, calledOff, replaced), [true, wind.end])
    assert.deepEqual(end(wind, calledOff, wind), [false, wind.end])
  })

  it('keeps an unlisted alert until three readings over half an hour lack it', () => {
    const table = [
      [[15], ['Frost', 'Wind']],
      [
        [15, 30],
        ['Frost', 'Wind'],
      ],
      [
        [15, 30, 44],
        ['Frost', 'Wind'],
      ],
      [
        [15, 30, 45],
        ['Frost', 'Wind called off'],
      ],
      [
        [15, 90],
        ['Frost', 'Wind'],
      ],
    ] as const
    for (const [minutes, expected] of table)
      assert.deepEqual(tell(follow(listAt(0, [wind, frost]), ...minutes.map((each) => listAt(each, [frost])))), expected, minutes.join())
  })

  it('restarts the count when the alert is listed again', () => {
    const [shown, empty] = [(minutes: number) => listAt(minutes, [wind]), (minutes: number) => listAt(minutes, [])]
    assert.deepEqual(tell(follow(shown(0), empty(15), empty(30), shown(40), empty(45), empty(60))), ['Wind'])
    assert.deepEqual(tell(follow(shown(0), empty(15), empty(30), empty(45), shown(60))), ['Wind'])
  })

  it('calls off at once what the source calls off, and keeps it so', () => {
    const off = listAt(15, [{ ...wind, cancelled: true }])
    assert.deepEqual(tell(follow(listAt(0, [wind]), off, listAt(30, []))), ['Wind called off'])
  })

  it('omits what is over', () => {
    assert.deepEqual(tell(follow(listAt(0, [wind]), listAt(15, []), listAt(600, []))), [])
  })

  it('does not keep an alert forever that had no end and was called off', () => {
    const endless = { ...wind, end: null }
    const days = [1, 2].map((day) => listAt(day * 1_441, []))
    assert.deepEqual(tell(follow(listAt(0, [endless]), listAt(15, []), listAt(30, []), listAt(45, []), ...days)), [])
  })

  it('keeps a called-off alert without an end for a day from its first absence', () => {
    const endless = { ...wind, end: null }
    const off = [15, 30, 45].map((each) => listAt(each, []))
    const lastAt = (minutes: number) => tell(follow(listAt(0, [endless]), ...off, listAt(minutes, [])))
    assert.deepEqual([lastAt(15 + 1_439), lastAt(15 + 1_440)], [['Wind called off'], []])
  })

  it('counts the absence of an alert whose message has not yet expired, up to the very moment', () => {
    const expiring = (minutes: number) => ({ ...wind, expires: formatInstant(at(minutes)) })
    const after = (minutes: number) => tell(follow(listAt(0, [expiring(minutes)]), ...[15, 30, 45].map((each) => listAt(each, []))))
    assert.deepEqual([after(46), after(45)], [['Wind called off'], ['Wind']])
  })

  it('keeps an unlisted alert to its end if its message has expired', () => {
    const message = { ...wind, expires: formatInstant(at(10)) }
    assert.deepEqual(tell(follow(listAt(0, [message]), ...[15, 30, 45, 60].map((each) => listAt(each, [])))), ['Wind'])
  })

  it('draws nothing from a first record, another source’s, or one that does not cover the place', () => {
    const windy = listAt(0, [wind])
    const nowhere = { ...recordOf({ alerts: [] }, at(15)), available: false }
    for (const [previous, next] of [
      [undefined, listAt(15, [])],
      [windy, recordOf({ alerts: [] }, at(15), 'open-meteo')],
      [windy, nowhere],
      [nowhere, listAt(30, [])],
    ] as const)
      assert.equal(continueAlertRecord(previous, next, 'weather'), next)
  })

  it('draws nothing from alerts in a record of a place that was not covered', () => {
    const uncovered = { ...listAt(0, [wind]), available: false }
    const next = listAt(15, [])
    assert.equal(continueAlertRecord(uncovered, next, 'weather'), next)
  })

  it('calls off at once what our own store no longer lists, unless nothing is known of its feed any more', () => {
    const ours = (minutes: number, drafts: readonly AlertDraft[], feeds: readonly string[], available = true) => ({
      ...recordOf({ alerts: identifyAlerts(drafts, 1), sources: feeds.map((id) => ({ id })) as never }, at(minutes), 'own'),
      available,
    })
    const dwd = { ...wind, source: 'dwd' }
    const gone = followAs('warnings', ours(0, [dwd], ['dwd']), ours(15, [], ['dwd'], false))
    assert.deepEqual({ tell: tell(gone), available: gone.available }, { tell: ['Wind called off'], available: true })
    const silent = followAs('warnings', ours(0, [dwd], ['dwd']), ours(15, [], [], false))
    assert.deepEqual({ tell: tell(silent), available: silent.available }, { tell: [], available: false })
    // The expiry of its message does not matter: what is stored has been judged.
    const expired = { ...dwd, expires: formatInstant(at(10)) }
    assert.deepEqual(tell(followAs('warnings', ours(0, [expired], ['dwd']), ours(15, [], ['dwd']))), ['Wind called off'])
  })

  it('does not count an incomplete list', () => {
    const partial = [15, 30, 45].map((each) => listAt(each, [frost], { incomplete: true }))
    const last = follow(listAt(0, [wind, frost]), ...partial)
    assert.deepEqual(tell(last), ['Frost', 'Wind'])
    assert.deepEqual(tell(follow(last, ...[60, 75, 90].map((each) => listAt(each, [frost])))), ['Frost', 'Wind called off'])
  })

  it('keeps the ids', () => {
    const first = listAt(0, [{ ...wind, description: 'b' }])
    const record = follow(
      first,
      listAt(
        15,
        ['a', 'b'].map((description) => ({ ...wind, description })),
      ),
    )
    assert.equal(listRecordAlerts(record).find(({ description }) => description === 'b')?.id, listRecordAlerts(first)[0]?.id)
    assert.equal(listRecordAlerts(record).length, 2)
  })

  it('keeps the id and start of a relay that moves the start with each message', () => {
    const moved = (minutes: number) => listAt(minutes, [{ ...wind, start: formatInstant(at(minutes)) }])
    const [first] = listRecordAlerts(listAt(0, [wind]))
    for (const record of [follow(listAt(0, [wind]), moved(15)), follow(listAt(0, [wind]), moved(15), moved(30), listAt(45, []))])
      assert.deepEqual(
        listRecordAlerts(record).map(({ id, start }) => [id, start]),
        [[first?.id, first?.start]],
      )
  })

  it('treats two warnings that a relay lists side by side as two', () => {
    const second = { ...wind, start: formatInstant(at(15)) }
    assert.equal(listRecordAlerts(follow(listAt(0, [wind]), listAt(15, [wind, second]), listAt(30, [second]))).length, 2)
  })

  it('treats a second warning of a feed with ids of its own as a second one', () => {
    const national = (minutes: number, ...drafts: AlertDraft[]) =>
      buildAlertRecord({ simulated: false, alerts: identifyAlerts(drafts, 1) }, 'nws', at(minutes))
    const [first, second] = ['a', 'b'].map((key) => ({ ...wind, source: 'nws', key }))
    assert.ok(first && second)
    assert.equal(listRecordAlerts(followAs('feed', national(0, first), national(15, second))).length, 2)
  })

  it('calls an alert off exactly when the last three readings, over half an hour, lacked it', () => {
    const step = fc.record({ minutes: fc.integer({ min: 1, max: 40 }), shows: fc.constantFrom('all', 'none', 'partly') })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let minute = 0
        let record = listAt(0, [wind])
        let lacking: number[] = []
        for (const { minutes, shows } of steps) {
          minute += minutes
          if (shows === 'all') lacking = []
          if (shows === 'none') lacking.push(minute)
          const list = shows === 'all' ? [wind] : []
          record = follow(record, listAt(minute, list, shows === 'partly' ? { incomplete: true } : {}))
          const isOff = lacking.length >= 3 && (lacking.at(-1) ?? 0) - (lacking[0] ?? 0) >= 30
          assert.deepEqual(tell(record), [isOff ? 'Wind called off' : 'Wind'])
        }
      }),
    )
  })
})
