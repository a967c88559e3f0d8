import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { decodeCollection } from './schema.ts'
import { transformMessages } from './transform.ts'

/** What tells events apart; everything else about them may change from one message to the next. */
interface Origin {
  readonly vtec: string | null
  readonly issuedMs: number
  readonly number: number
}

const DAY = 86_400_000
const upTo = (max: number) => fc.integer({ min: 0, max })

const code = fc
  .tuple(fc.constantFrom('KOUN', 'KTSA', 'PHFO'), fc.constantFrom('TO.W', 'TO.A', 'FL.W'), fc.integer({ min: 1, max: 3 }))
  .map(([office, kind, number]) => `${office}.${kind}.${String(number).padStart(4, '0')}`)

const origin: fc.Arbitrary<Origin> = fc.record({
  vtec: fc.option(code),
  // Within three years: numbers come again.
  issuedMs: upTo(3 * 365).map((days) => Date.parse('2025-01-02T00:00:00Z') + days * DAY),
  number: upTo(1e9),
})

const identityOf = ({ vtec, issuedMs, number }: Origin) =>
  vtec === null ? `message ${number}` : `${vtec} ${new Date(issuedMs).getUTCFullYear()}`

/** The nth message about an event: reworded, extended, moved to other areas, with those before it as references. */
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
  const sentMs = (nth: number) => event.issuedMs + nth * DAY
  const earlier = Array.from({ length: messages - 1 }, (_, nth) => ({ identifier: identifier(event, nth), sent: time(sentMs(nth)) }))
  const begin = hasBegun ? '000000T0000Z' : vtecTime(event.issuedMs + 3_600_000)
  const action = isOver ? 'CAN' : messages === 1 ? 'NEW' : 'CON'
  return {
    properties: {
      id: identifier(event, messages - 1),
      sent: time(sentMs(messages - 1)),
      event: text.trim() || 'Warning',
      status: 'Actual',
      messageType: messages === 1 ? 'Alert' : 'Update',
      ends: endsAfterDays === null ? null : time(event.issuedMs + endsAfterDays * DAY),
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

const idsOf = (features: unknown[]) => transformMessages(decodeCollection({ features }) ?? []).map(({ id }) => id)

it('keeps the id of an event over every refresh, and gives it to no other', () => {
  const list = fc.uniqueArray(origin, { selector: identityOf, minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(list, fc.infiniteStream(change), (events, changes) => {
      const next = () => changes.next().value
      const ids = events.map((event) => idsOf([featureOf(event, next())]))
      assert.equal(new Set(ids.flat()).size, events.length)
      events.forEach((event, index) => assert.deepEqual(idsOf([featureOf(event, next())]), ids[index]))
      // In one list, whatever else is in it, and told of by several offices' messages.
      const whole = events.flatMap((event) => [featureOf(event, next()), featureOf(event, next())])
      assert.deepEqual(idsOf(whole).toSorted(), ids.flat().toSorted())
    }),
  )
})
