import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeCollection } from './schema.ts'
import { transformMessages } from './transform.ts'

const CELL = 1

interface Feature {
  readonly properties: Record<string, unknown> | null
}

const collection = JSON.parse(readFileSync(new URL('./fixtures/traps.json', import.meta.url), 'utf8')) as { features: Feature[] }

function read(features: readonly unknown[] = collection.features) {
  const messages = decodeCollection({ features })
  assert.ok(messages !== null)
  return transformMessages(messages, CELL)
}

const alerts = read()
const of = (event: string) => alerts.filter((alert) => alert.event === event)
const only = (event: string) => {
  const [alert, ...more] = of(event)
  assert.ok(alert !== undefined && more.length === 0, event)
  return alert
}

describe('the end of an alert', () => {
  it('is the end of its event, not of its message', () => {
    const { start, end, expires } = only('Heat Advisory')
    assert.deepEqual(
      { start, end, expires },
      { start: '2026-07-01T11:00:00Z', end: '2026-07-03T01:00:00Z', expires: '2026-07-01T18:00:00Z' },
    )
  })

  it('comes from the parameters if `ends` is null', () => assert.equal(only('Wind Advisory').end, '2026-07-02T03:00:00Z'))

  it('is unknown until further notice and for a statement, although the message expires', () => {
    for (const event of ['Flood Warning', 'Special Weather Statement'])
      assert.deepEqual({ end: only(event).end, expires: only(event).expires }, { end: null, expires: '2026-07-01T18:00:00Z' })
  })
})

describe('an alert that was called off', () => {
  it('is cancelled: by urgency, by a replacement, by a message of type Cancel', () => {
    const called = alerts.filter(({ cancelled }) => cancelled).map(({ event }) => event)
    assert.deepEqual(called.toSorted(), ['Freeze Watch', 'High Surf Warning', 'Tornado Watch'])
  })

  for (const [what, change] of [
    ['its type', { messageType: 'Cancel' }],
    ['its urgency', { urgency: 'Past' }],
    ['its response', { response: 'AllClear' }],
    ['its headline', { headline: 'The Heat Advisory has been cancelled' }],
    ['the headline of its successor', { headline: 'The Heat Advisory has been replaced by a warning' }],
    ['its code', { parameters: { VTEC: ['/O.CAN.KOUN.HT.Y.0001.260701T1100Z-260703T0100Z/'] } }],
    ['the code of an upgrade', { parameters: { VTEC: ['/O.UPG.KOUN.HT.Y.0001.260701T1100Z-260703T0100Z/'] } }],
  ] as const)
    it(`is cancelled by ${what} alone`, () => {
      const heat = collection.features.find(({ properties }) => properties?.['event'] === 'Heat Advisory')?.properties
      assert.deepEqual(
        [{}, change].map((each) => read([{ properties: { ...heat, ...each } }])[0]?.cancelled),
        [false, true],
      )
    })

  it('overrides the message that it renews', () => assert.equal(only('Tornado Watch').urgency, 'past'))

  it('in one part leaves the others as they are', () => {
    const storm = only('Winter Storm Warning')
    assert.equal(storm.cancelled, false)
    assert.deepEqual(storm.areas, ['South County', 'West County', 'North County'])
    assert.deepEqual({ start: storm.start, end: storm.end }, { start: '2026-07-01T11:00:00Z', end: '2026-07-02T06:00:00Z' })
    assert.equal(storm.description, '* WHAT...Heavier here.')
  })
})

describe('identity', () => {
  it('distinguishes alerts that are equal in event, sender and area', () => {
    assert.equal(new Set(of('Air Quality Alert').map(({ id }) => id)).size, 2)
  })

  it('keeps two ids for one event in two languages', () => {
    assert.notEqual(only('Gale Warning').id, only('Aviso de Galerna').id)
  })

  it('is unique', () => assert.equal(new Set(alerts.map(({ id }) => id)).size, alerts.length))

  it('is that of the first message, in its year', () => {
    const flood = collection.features.find(({ properties }) => properties?.['event'] === 'Flood Warning')?.properties
    const first = {
      ...flood,
      id: 'urn:oid:2.49.0.1.840.0.flood.001',
      messageType: 'Alert',
      references: [],
      sent: '2025-12-29T05:00:00-06:00',
    }
    const vtec = '/O.NEW.KOUN.FL.W.0044.251229T1200Z-000000T0000Z/'
    assert.equal(read([{ properties: { ...first, parameters: { VTEC: [vtec] } } }])[0]?.id, only('Flood Warning').id)
    const yearLater = { ...first, sent: '2026-12-29T05:00:00-06:00', parameters: { VTEC: [vtec.replace('251229', '261229')] } }
    assert.notEqual(read([{ properties: yearLater }])[0]?.id, only('Flood Warning').id)
  })

  it('uses the oldest known message if there is no VTEC', () => {
    const statement = collection.features.find(({ properties }) => properties?.['event'] === 'Special Weather Statement')?.properties
    const first = { ...statement, id: 'urn:oid:2.49.0.1.840.0.statement.001', sent: '2026-07-01T03:00:00-05:00', references: [] }
    assert.equal(read([{ properties: first }])[0]?.id, only('Special Weather Statement').id)
  })
})

describe('a message that is no warning', () => {
  it('is left out: tests, machine messages, and those without id or time', () => {
    assert.deepEqual(of('Tornado Warning'), [])
    assert.deepEqual(of('Dust Advisory'), [])
  })

  it('is left out by the class of the VTEC too', () => {
    const test = { ...collection.features[0]?.properties, parameters: { VTEC: ['/T.NEW.KOUN.TO.W.0001.260701T1100Z-260702T0300Z/'] } }
    assert.deepEqual(read([{ properties: test }]), [])
  })
})

describe('fields', () => {
  it('reads CAP words, and unknown ones as unknown', () => {
    const heat = only('Heat Advisory')
    assert.deepEqual(
      { severity: heat.severity, urgency: heat.urgency, certainty: heat.certainty },
      { severity: 'moderate', urgency: 'expected', certainty: 'likely' },
    )
    const [air] = of('Air Quality Alert')
    assert.deepEqual(
      { severity: air?.severity, urgency: air?.urgency, certainty: air?.certainty },
      { severity: null, urgency: 'unknown', certainty: 'unknown' },
    )
  })

  it('reads areas and sender, and a missing instruction as null', () => {
    const heat = only('Heat Advisory')
    assert.deepEqual(
      { source: heat.source, senderName: heat.senderName, areas: heat.areas, tags: heat.tags, instruction: heat.instruction },
      { source: 'nws', senderName: 'NWS Norman OK', areas: ['North County', 'South County'], tags: [], instruction: null },
    )
  })
})

describe('decodeCollection', () => {
  it('refuses what is not a collection', () => {
    for (const body of [null, 'x', [], {}, { features: {} }]) assert.equal(decodeCollection(body), null)
    assert.deepEqual(decodeCollection({ features: [] }), [])
  })
})
