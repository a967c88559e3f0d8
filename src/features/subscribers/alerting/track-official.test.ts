import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '@isobar/weather'
import type { OfficialEvent } from './event.ts'
import { findEndOfView, buildOfficialView } from './official-view.ts'
import { buildTestWarning, formatInstantAfter, createIdCounter, HOUR, NOW, buildRelayedWarning, RELAYS } from './testing/events.ts'
import { type AlertReading, trackOfficial } from './track-official.ts'

/** The list of each source in one run, or null if the source fails. */
interface Run {
  readonly nws?: readonly Alert[] | null
  readonly openweather?: readonly Alert[] | null
  /** Hours after NOW. */
  readonly hours?: number
}

function follow(...runs: readonly Run[]): OfficialEvent[] {
  const newId = createIdCounter()
  return runs.reduce<OfficialEvent[]>((tracked, { nws = [], openweather = [], hours = 0 }) => {
    const now = NOW + hours * HOUR
    const readings = [
      ['nws', nws],
      ['openweather', openweather],
    ] as const
    return trackOfficial({
      tracked,
      readings: readings.map(([source, alerts]): AlertReading => ({
        source,
        isComplete: alerts !== null,
        alerts: alerts ?? [],
        fetchedAt: now,
      })),
      relays: RELAYS,
      now,
      newId,
    })
  }, [])
}

/** `id: state until end, severity`. */
function tell(events: readonly OfficialEvent[]): string[] {
  return events.map((event) => {
    const view = buildOfficialView(event, RELAYS)
    const { severity } = view
    const end = view.end === null ? 'further notice' : `${(findEndOfView(view) - NOW) / HOUR} h`
    return `${event.id}: ${event.state} until ${end}, ${severity}`
  })
}

/** Empty lists of the issuer, at hours after NOW. */
const without = (...hours: readonly number[]): Run[] => hours.map((each) => ({ nws: [], hours: each }))

const warning = buildTestWarning()
const SAME = ['event-1: open until 5 h, severe']

describe('one warning across runs', () => {
  const table: readonly (readonly [string, readonly Run[], readonly string[]])[] = [
    ['is one event', [{ nws: [warning] }, { nws: [warning] }], SAME],
    ['stays one event if reworded', [{ nws: [warning] }, { nws: [{ ...warning, description: 'Gusts up to 130 km/h.' }] }], SAME],
    ['continues when its source fails', [{ nws: [warning] }, { nws: null }], SAME],
    [
      'continues when all sources fail',
      [
        { nws: [warning], openweather: [buildRelayedWarning()] },
        { nws: null, openweather: null },
      ],
      SAME,
    ],
    ['lasts longer', [{ nws: [warning] }, { nws: [{ ...warning, end: formatInstantAfter(9) }] }], ['event-1: open until 9 h, severe']],
    ['no longer has an end', [{ nws: [warning] }, { nws: [{ ...warning, end: null }] }], ['event-1: open until further notice, severe']],
    ['becomes more severe', [{ nws: [warning] }, { nws: [{ ...warning, severity: 'extreme' }] }], ['event-1: open until 5 h, extreme']],
    ['is called off', [{ nws: [warning] }, { nws: [{ ...warning, cancelled: true }] }], ['event-1: cancelled until 5 h, severe']],
    ['is missing once: continues', [{ nws: [warning] }, { nws: [], hours: 1 }], SAME],
    ['is missing twice: continues', [{ nws: [warning] }, ...without(0.25, 2)], SAME],
    [
      'is missing from three readings over half an hour: called off',
      [{ nws: [warning] }, ...without(0.25, 0.5, 0.75)],
      ['event-1: cancelled until 5 h, severe'],
    ],
    ['is missing from three readings in less time: continues', [{ nws: [warning] }, ...without(0.25, 0.4, 0.7)], SAME],
    ['is missing from one reading that is evaluated again: continues', [{ nws: [warning] }, ...without(0.25, 0.25, 0.25)], SAME],
    [
      'is missing, with a failure of its source in between',
      [{ nws: [warning] }, ...without(0.25), { nws: null, hours: 1 }, ...without(2)],
      SAME,
    ],
    [
      'is missing, comes back and is missing again',
      [{ nws: [warning] }, ...without(0.25, 0.5), { nws: [warning], hours: 0.6 }, ...without(0.75, 1)],
      SAME,
    ],
    [
      'is missing once only its message has expired: continues',
      [{ nws: [{ ...warning, expires: formatInstantAfter(2) }] }, { nws: [], hours: 3 }],
      SAME,
    ],
    [
      'is missing before its message expires: called off',
      [{ nws: [{ ...warning, expires: formatInstantAfter(2) }] }, ...without(0.5, 1, 1.5)],
      ['event-1: cancelled until 5 h, severe'],
    ],
    [
      'is missing at the moment at which its message expires: continues',
      [{ nws: [{ ...warning, expires: formatInstantAfter(1.5) }] }, ...without(0.5, 1, 1.5)],
      SAME,
    ],
    ['passes', [{ nws: [warning] }, ...without(6, 7)], ['event-1: over until 5 h, severe']],
    ['is over at its end', [{ nws: [warning] }, { nws: [warning], hours: 5 }], ['event-1: over until 5 h, severe']],
    ['is not over before', [{ nws: [warning] }, { nws: [warning], hours: 4.99 }], SAME],
    ['is still listed after its end: over', [{ nws: [warning] }, { nws: [warning], hours: 6 }], ['event-1: over until 5 h, severe']],
    ['ends while its source fails: over', [{ nws: [warning] }, { nws: null, hours: 6 }], ['event-1: over until 5 h, severe']],
    ['comes back', [{ nws: [warning] }, ...without(1, 2, 3), { nws: [warning], hours: 4 }], SAME],
    ['was over when first read', [{ nws: [warning], hours: 6 }], []],
    ['was called off when first read', [{ nws: [{ ...warning, cancelled: true }] }], []],
    ['is only a test', [{ nws: [{ ...warning, event: 'Network Message Notification' }] }], []],
  ]
  for (const [what, runs, expected] of table) it(what, () => assert.deepEqual(tell(follow(...runs)), expected))
})

describe('two sources', () => {
  const relay = buildRelayedWarning()
  const table: readonly (readonly [string, readonly Run[], readonly string[]])[] = [
    ['at once give one event', [{ nws: [warning], openweather: [relay] }], SAME],
    ['one after the other give one event, too', [{ nws: [warning] }, { nws: [warning], openweather: [relay] }], SAME],
    ['the issuer after the relay: the severity becomes known', [{ openweather: [relay] }, { nws: [warning], openweather: [relay] }], SAME],
    [
      'only the relay while the issuer fails',
      [
        { nws: [warning], openweather: [relay] },
        { nws: null, openweather: [relay] },
      ],
      SAME,
    ],
    [
      'called off by the issuer while the relay still lists it',
      [
        { nws: [warning], openweather: [relay] },
        { nws: [{ ...warning, cancelled: true }], openweather: [relay] },
      ],
      ['event-1: cancelled until 5 h, severe'],
    ],
    [
      'called off by an issuer that was not read before',
      [
        { nws: null, openweather: [relay] },
        { nws: [{ ...warning, cancelled: true }], openweather: [relay] },
      ],
      ['event-1: cancelled until 5 h, severe'],
    ],
    [
      'missing only from the relay',
      [
        { nws: [warning], openweather: [relay] },
        { nws: [warning], openweather: [] },
      ],
      SAME,
    ],
  ]
  for (const [what, runs, expected] of table) it(what, () => assert.deepEqual(tell(follow(...runs)), expected))

  it('keep the severity that was known first', () => {
    const [event] = follow(
      { openweather: [relay] },
      { nws: [warning], openweather: [relay] },
      { nws: [{ ...warning, severity: 'extreme' }], openweather: [relay] },
    )
    assert.equal(event?.data.firstSeverity, 'severe')
  })

  it('name the sources that carry it', () => {
    const sources = (...runs: readonly Run[]) => follow(...runs).flatMap((event) => buildOfficialView(event, RELAYS).sources.toSorted())
    assert.deepEqual(sources({ nws: [warning], openweather: [relay] }), ['nws', 'openweather'])
    assert.deepEqual(sources({ nws: [warning], openweather: [relay] }, { nws: [warning], openweather: [] }), ['nws'])
  })
})

describe('two events', () => {
  const tornado = (id: string, change: Partial<Alert> = {}) =>
    buildTestWarning({ id, event: 'Tornado Warning', severity: 'extreme', ...change })

  it('a watch and the warning that follows', () => {
    const watch = buildTestWarning({ id: 'nws-watch', event: 'Tornado Watch', severity: 'extreme' })
    assert.deepEqual(tell(follow({ nws: [watch] }, { nws: [watch, tornado('nws-2')] })), [
      'event-1: open until 5 h, extreme',
      'event-2: open until 5 h, extreme',
    ])
  })

  it('two tornadoes, even if the second starts as the first is called off, and with relays of both', () => {
    const first = {
      nws: [tornado('nws-1', { end: formatInstantAfter(1) })],
      openweather: [buildRelayedWarning({ id: 'ow-1', event: 'Tornado Warning', end: formatInstantAfter(1) })],
    }
    const second = {
      nws: [tornado('nws-2', { start: formatInstantAfter(0.5), end: formatInstantAfter(2) })],
      openweather: [
        buildRelayedWarning({ id: 'ow-2', event: 'Tornado Warning', start: formatInstantAfter(0.5), end: formatInstantAfter(2) }),
      ],
    }
    const runs = [0.3, 0.6, 0.9].map((hours) => ({ ...second, hours }))
    assert.deepEqual(tell(follow(first, ...runs)), ['event-1: cancelled until 1 h, extreme', 'event-2: open until 2 h, extreme'])
  })

  it('successive periods under one title', () => {
    const frost = (id: string, from: number) =>
      buildRelayedWarning({ id, event: 'FROST', senderName: 'DWD', start: formatInstantAfter(from), end: formatInstantAfter(from + 8) })
    assert.deepEqual(tell(follow({ openweather: [frost('a', 0), frost('b', 24)] })).length, 2)
  })
})

describe('the start', () => {
  const startOf = (...runs: readonly Run[]) => follow(...runs).map((event) => buildOfficialView(event, RELAYS).lead.start)

  it('is the earliest known, whatever updates and a cancellation say', () => {
    const later = { ...warning, start: formatInstantAfter(1) }
    for (const last of [later, { ...later, cancelled: true }])
      assert.deepEqual(startOf({ nws: [warning] }, { nws: [{ ...warning, start: formatInstantAfter(0) }] }, { nws: [last] }), [
        warning.start,
      ])
    assert.deepEqual(startOf({ nws: [later] }, { nws: [warning] }), [warning.start])
  })

  it('stays when the issuer’s own alert replaces its relay', () => {
    const relay = buildRelayedWarning()
    assert.deepEqual(
      startOf({ nws: null, openweather: [relay] }, { nws: [{ ...warning, start: formatInstantAfter(-0.5) }], openweather: [relay] }),
      [relay.start],
    )
  })
})

describe('the end', () => {
  const endOf = (...runs: readonly Run[]) => follow(...runs).map((event) => buildOfficialView(event, RELAYS).end)

  it('is the later of those of an all-clear and of the warning', () => {
    assert.deepEqual(endOf({ nws: [warning] }, { nws: [{ ...warning, end: formatInstantAfter(7), cancelled: true }] }), [
      formatInstantAfter(7),
    ])
    assert.deepEqual(endOf({ nws: [warning] }, { nws: [{ ...warning, end: null, cancelled: true }] }), [null])
  })

  it('is the last known, although the all-clear itself ends when it is issued', () => {
    assert.deepEqual(endOf({ nws: [warning] }, { nws: [{ ...warning, end: formatInstantAfter(0), cancelled: true }] }), [warning.end])
    assert.deepEqual(endOf({ nws: [{ ...warning, end: null }] }, { nws: [{ ...warning, end: formatInstantAfter(0), cancelled: true }] }), [
      null,
    ])
    assert.deepEqual(endOf({ nws: [warning] }, { nws: [{ ...warning, end: formatInstantAfter(1) }] }), [formatInstantAfter(1)])
  })
})

describe('when an event was seen', () => {
  const seenAt = (...runs: readonly Run[]) => follow(...runs).map((event) => (event.seenAt - NOW) / HOUR)

  it('is the last run that listed it as standing', () => {
    assert.deepEqual(seenAt({ nws: [warning] }, { nws: [warning], hours: 1 }), [1])
    assert.deepEqual(seenAt({ nws: [warning] }, { nws: [], hours: 1 }), [0])
    assert.deepEqual(seenAt({ nws: [warning] }, { nws: [{ ...warning, cancelled: true }], hours: 1 }), [0])
  })
})

describe('the alerts of an event', () => {
  const carriedBy = (...runs: readonly Run[]) =>
    follow(...runs).map(({ data }) => data.alerts.map(({ alert, stands }) => `${alert.id} ${stands}`))
  const gale = (number: number, change: Partial<Alert> = {}) =>
    buildTestWarning({ id: `nws-${number}`, event: 'Gale Warning', start: formatInstantAfter(-1), end: formatInstantAfter(24), ...change })
  const gales = (count: number) => Array.from({ length: count }, (_, index) => gale(index))

  it('are at most twelve, those that stand first', () => {
    assert.deepEqual(
      carriedBy({ nws: gales(13) }).map((alerts) => alerts.length),
      [12],
    )
    const [, ...others] = gales(13)
    const [alerts] = carriedBy({ nws: gales(12) }, { nws: [gale(0, { cancelled: true }), ...others] })
    assert.equal(alerts?.length, 12)
    assert.ok(alerts.every((alert) => alert.endsWith('true')))
    assert.deepEqual(carriedBy({ nws: [gale(0), gale(1)] }, { nws: [gale(0, { cancelled: true }), gale(1)] }), [
      ['nws-1 true', 'nws-0 false'],
    ])
  })

  it('include one that was called off when it came', () => {
    assert.deepEqual(carriedBy({ nws: [gale(0)] }, { nws: [gale(0), gale(1, { cancelled: true })] }), [['nws-0 true', 'nws-1 false']])
  })
})

describe('a marine warning', () => {
  const gale = (number: number, change: Partial<Alert> = {}) =>
    buildTestWarning({ id: `nws-${number}`, event: 'Gale Warning', start: formatInstantAfter(2), end: formatInstantAfter(14), ...change })
  const count = (change: Partial<Alert>) => follow({ nws: [gale(1), gale(2, change)] }).length

  it('is one with another of its title and sender that overlaps it', () => {
    assert.equal(count({ start: formatInstantAfter(13.9), end: formatInstantAfter(20) }), 1)
    assert.equal(count({ start: formatInstantAfter(-6), end: formatInstantAfter(2.1) }), 1)
  })

  it('is another one if they only touch, or differ in sender, title or source', () => {
    for (const change of [
      { start: formatInstantAfter(14), end: formatInstantAfter(20) },
      { start: formatInstantAfter(-6), end: formatInstantAfter(2) },
      { senderName: 'NWS Juneau AK' },
      { event: 'Storm Warning' },
    ])
      assert.equal(count(change), 2, JSON.stringify(change))
  })

  it('is one with an event of several if it overlaps any of them', () => {
    const second = gale(2, { start: formatInstantAfter(13), end: formatInstantAfter(25) })
    assert.equal(follow({ nws: [gale(1), second, gale(3, { start: formatInstantAfter(24), end: formatInstantAfter(36) })] }).length, 1)
  })

  it('is not continued by one of another kind', () => {
    const wind = (number: number) => gale(number, { event: 'High Wind Warning' })
    assert.equal(follow({ nws: [wind(1)] }, { nws: [wind(1), wind(2)] }).length, 2)
  })
})

describe('one event under several ids', () => {
  it('from a source without ids of its own, whose start moves with each message', () => {
    const first = buildRelayedWarning({ id: 'ow-1', start: formatInstantAfter(-1), end: formatInstantAfter(5) })
    const next = buildRelayedWarning({ id: 'ow-2', start: formatInstantAfter(1), end: formatInstantAfter(8) })
    assert.deepEqual(tell(follow({ nws: null, openweather: [first] }, { nws: null, openweather: [next], hours: 1 })), [
      'event-1: open until 8 h, null',
    ])
  })

  it('from such a source only if the new alert continues the old one, which is no longer listed', () => {
    const first = buildRelayedWarning({ id: 'ow-1', start: formatInstantAfter(-1), end: formatInstantAfter(5) })
    const next = (change: Partial<Alert>) =>
      buildRelayedWarning({ id: 'ow-2', start: formatInstantAfter(1), end: formatInstantAfter(8), ...change })
    const count = (change: Partial<Alert>, listed: readonly Alert[] = []) =>
      follow({ nws: null, openweather: [first] }, { nws: null, openweather: [...listed, next(change)], hours: 1 }).length
    assert.deepEqual([count({ start: formatInstantAfter(-1) }), count({ start: formatInstantAfter(4.9) })], [1, 1])
    assert.deepEqual([count({ start: formatInstantAfter(-1.1) }), count({ start: formatInstantAfter(5) })], [2, 2])
    assert.deepEqual([count({ senderName: 'Another' }), count({ event: 'Flood Warning' }), count({}, [first])], [2, 2, 2])
  })

  it('not from an issuer’s own feed: two of its warnings are two', () => {
    const next = buildTestWarning({ id: 'nws-2', start: formatInstantAfter(1), end: formatInstantAfter(8) })
    assert.equal(follow({ nws: [warning] }, { nws: [next], hours: 1 }).length, 2)
  })

  it('for a marine warning that is reissued beside the old ones', () => {
    const gale = (number: number, from: number) =>
      buildTestWarning({
        id: `nws-${number}`,
        event: 'Gale Warning',
        severity: 'moderate',
        start: formatInstantAfter(from),
        end: formatInstantAfter(from + 24),
      })
    assert.deepEqual(tell(follow({ nws: [gale(1, -12), gale(2, -6)] }, { nws: [gale(1, -12), gale(2, -6), gale(3, 0)] })), [
      'event-1: open until 24 h, moderate',
    ])
  })
})
