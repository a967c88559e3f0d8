import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '@isobar/weather'
import fc from 'fast-check'
import { decodeCollection } from './schema.ts'
import { transformMessages } from './transform.ts'

/** What distinguishes events; everything else about them may change between messages. */
interface Origin {
  readonly vtec: string | null
  readonly issuedMs: number
  readonly number: number
}

const upTo = (max: number) => fc.integer({ min: 0, max })

const code = fc
  .tuple(fc.constantFrom('KOUN', 'KTSA', 'PHFO'), fc.constantFrom('TO.W', 'TO.A', 'FL.W'), fc.integer({ min: 1, max: 3 }))
  .map(([office, kind, number]) => `${office}.${kind}.${String(number).padStart(4, '0')}`)

const origin: fc.Arbitrary<Origin> = fc.record({
  vtec: fc.option(code),
  // Within three years, so that numbers recur.
  issuedMs: upTo(3 * 365).map((days) => Date.parse('2025-01-02T00:00:00Z') + days * DAY_MS),
  number: upTo(1e9),
})

const identityOf = ({ vtec, issuedMs, number }: Origin) =>
  vtec === null ? `message ${number}` : `${vtec} ${new Date(issuedMs).getUTCFullYear()}`

/** The messages about an event: reworded, extended, moved to other areas, each with its predecessors as references. */
const change = fc.record({
  messages: fc.integer({ min: 1, max: 6 }),
  expired: upTo(5),
  endsAfterDays: fc.option(upTo(40)),
  text: fc.string({ maxLength: 40 }),
  area: fc.string({ maxLength: 20 }),
  isOver: fc.boolean(),
  hasBegun: fc.boolean(),
})

const identifier = ({ vtec, issuedMs, number }: Origin, nth: number) => `urn:oid:2.49.0.1.840.0.${vtec ?? ''}${issuedMs}.${number}.${nth}`
const time = (epochMs: number) => new Date(epochMs).toISOString()
const vtecTime = (epochMs: number) => time(epochMs).replaceAll(/[-:]/g, '').slice(2, 13) + 'Z'

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function featureOf(event: Origin, { messages, expired, endsAfterDays, text, area, isOver, hasBegun }: Change) {
  const sentMs = (nth: number) => event.issuedMs + nth * DAY_MS
  const earlier = Array.from({ length: messages - 1 }, (_, nth) => ({ identifier: identifier(event, nth), sent: time(sentMs(nth)) }))
  const begin = hasBegun ? '000000T0000Z' : vtecTime(event.issuedMs + 3_600_000)
  const action = messages === 1 ? 'NEW' : isOver ? 'CAN' : 'CON'
  return {
    properties: {
      id: identifier(event, messages - 1),
      sent: time(sentMs(messages - 1)),
      event: text.trim() || 'Warning',
      status: 'Actual',
      messageType: messages === 1 ? 'Alert' : 'Update',
      ends: endsAfterDays === null ? null : time(event.issuedMs + endsAfterDays * DAY_MS),
      description: text,
      areaDesc: area,
      urgency: isOver ? 'Past' : 'Expected',
      references: earlier.slice(expired),
      parameters: {
        expiredReferences: earlier.slice(0, expired).map((one) => `w-nws.webmaster@noaa.gov,${one.identifier},${one.sent}`),
        ...(event.vtec === null ? {} : { VTEC: [`/O.${action}.${event.vtec}.${begin}-000000T0000Z/`] }),
      },
    },
  }
}

const idsOf = (features: unknown[]) => transformMessages(decodeCollection({ features }) ?? [], 1).map(({ id }) => id)

it('keeps the id of an event over every refresh, and gives it to no other', () => {
  const list = fc.uniqueArray(origin, { selector: identityOf, minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(list, fc.infiniteStream(change), (events, changes) => {
      const next = () => changes.next().value
      const ids = events.map((event) => idsOf([featureOf(event, next())]))
      assert.equal(new Set(ids.flat()).size, events.length)
      events.forEach((event, index) => assert.deepEqual(idsOf([featureOf(event, next())]), ids[index]))
      // Within one list, whatever else it contains, and reported by messages of several offices.
      const whole = events.flatMap((event) => [featureOf(event, next()), featureOf(event, next())])
      assert.deepEqual(idsOf(whole).toSorted(), ids.flat().toSorted())
    }),
  )
})

describe('a message without references that does not say when its event began', () => {
  const idOf = (sent: string, vtec: string, references: unknown[] = []) =>
    idsOf([
      {
        properties: {
          id: `urn:${sent}`,
          sent,
          event: 'Warning',
          status: 'Actual',
          messageType: 'Alert',
          references,
          parameters: { VTEC: [vtec] },
        },
      },
    ])
  const code = (action: string, number: string, begin = '000000T0000Z') => `/O.${action}.KEKA.FL.W.${number}.${begin}-270110T0000Z/`
  const issued = idOf('2026-12-30T06:00:00Z', code('NEW', '0134', '261230T0600Z'))

  it('continues the event over New Year, called off or not', () => {
    for (const action of ['CON', 'EXT', 'EXA', 'EXB', 'CAN'])
      for (const sent of ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', '2027-02-28T23:59:59Z'])
        assert.deepEqual(idOf(sent, code(action, '0134')), issued, `${action} ${sent}`)
  })

  it('belongs to an event of this year if its number may already be one of this year', () => {
    const january = idOf('2027-01-04T06:00:00Z', code('NEW', '0005', '270104T1200Z'))
    assert.deepEqual(idOf('2027-01-05T06:00:00Z', code('EXB', '0005')), january)
    assert.notDeepEqual(idOf('2027-01-04T06:00:00Z', code('EXB', '0005')), january)
    assert.notDeepEqual(idOf('2027-03-01T00:00:00Z', code('CON', '0134')), issued)
  })

  it('is not assumed for a first message, nor for one with a start or references', () => {
    const fresh = idOf('2027-01-01T06:00:00Z', code('NEW', '0134'))
    assert.notDeepEqual(fresh, issued)
    assert.deepEqual(idOf('2027-01-02T06:00:00Z', code('EXB', '0134', '270102T1200Z')), fresh)
    const first = { identifier: 'urn:first', sent: '2027-01-01T06:00:00Z' }
    assert.deepEqual(idOf('2027-01-01T07:00:00Z', code('CON', '0134'), [first]), fresh)
  })
})
