import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ALERT_ID_PATTERN, type Alert } from '@isobar/weather'
import { decodeCollection } from './schema.ts'
import { transformMessages } from './transform.ts'

const CELL = 1
const RECORDED = new URL('../../../../../shared/upstream-samples/nws/', import.meta.url)

interface Properties {
  readonly id: string
  readonly event: string
  readonly onset: string
  readonly ends?: string | null
  readonly expires: string
  readonly severity: string
  readonly urgency: string
  readonly senderName: string
  readonly areaDesc: string
  readonly description: string
  readonly instruction: string | null
  readonly replacedBy?: string
  readonly references: readonly { readonly identifier: string }[]
  readonly parameters: { readonly VTEC?: readonly string[]; readonly eventEndingTime?: readonly string[] }
}

function open(file: string): { readonly sent: readonly Properties[]; readonly alerts: readonly Alert[] } {
  const body = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as { features: { properties: Properties }[] }
  const messages = decodeCollection(body)
  assert.ok(messages !== null)
  return { sent: body.features.map(({ properties }) => properties), alerts: transformMessages(messages, CELL) }
}

/** Computed independently of the code under test: office, phenomenon, significance and number, or the message’s own identifier. */
const eventOf = ({ id, parameters }: Properties) => parameters.VTEC?.[0]?.split('.').slice(2, 6).join('.') ?? id

const epoch = (time: string | null | undefined) => (time === null || time === undefined ? null : Date.parse(time))
const isOver = ({ urgency }: Properties) => urgency === 'Past'

/** Asserts that the alert of an event has what its message says. */
function assertSame(alert: Alert, message: Properties): void {
  assert.deepEqual(
    {
      event: alert.event,
      senderName: alert.senderName,
      description: alert.description,
      instruction: alert.instruction,
      severity: alert.severity,
      urgency: alert.urgency,
      cancelled: alert.cancelled,
    },
    {
      event: message.event,
      senderName: message.senderName,
      description: message.description.trim(),
      instruction: message.instruction?.trim() ?? null,
      severity: message.severity === 'Unknown' ? null : message.severity.toLowerCase(),
      urgency: message.urgency.toLowerCase(),
      cancelled: isOver(message),
    },
  )
  assert.equal(epoch(alert.start), epoch(message.onset))
  assert.equal(epoch(alert.end), epoch(message.ends ?? message.parameters.eventEndingTime?.[0]))
  assert.equal(epoch(alert.expires), epoch(message.expires))
  // Two zones may share a name.
  assert.deepEqual(alert.areas, [...new Set(message.areaDesc.split('; '))])
}

describe('every recorded list of alerts', () => {
  if (!existsSync(RECORDED)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = readdirSync(RECORDED).filter((file) => file.startsWith('alerts_') && !file.endsWith('_400.json'))
  it('is there', () => assert.ok(files.length >= 13))

  for (const file of files) {
    const { sent, alerts } = open(file)
    const renewed = new Set(sent.flatMap(({ references }) => references.map(({ identifier }) => identifier)))
    const speaking = sent.filter(({ id, replacedBy }) => !renewed.has(id) && replacedBy === undefined)
    const events = Map.groupBy(speaking, eventOf)

    it(`${file}: one alert for each event, each with its own id`, () => {
      assert.equal(alerts.length, events.size)
      assert.equal(new Set(alerts.map(({ id }) => id)).size, events.size)
      for (const { id } of alerts) assert.match(id, ALERT_ID_PATTERN)
    })

    it(`${file}: the order of the list does not matter`, () => {
      const messages = decodeCollection({ features: sent.map((properties) => ({ properties })).toReversed() }) ?? []
      const byId = (list: readonly Alert[]) => new Map(list.map((alert) => [alert.id, { ...alert, areas: alert.areas.toSorted() }]))
      assert.deepEqual(byId(transformMessages(messages, CELL)), byId(alerts))
    })

    it(`${file}: an alert has what its message says, and for several messages what holds for all`, () => {
      for (const [key, messages] of events) {
        // Read alone, which gives the alert of the event, whatever its id.
        const [alert, ...more] = transformMessages(
          decodeCollection({ features: messages.map((properties) => ({ properties })) }) ?? [],
          CELL,
        )
        assert.ok(alert !== undefined && more.length === 0)
        assert.ok(
          alerts.some(({ id }) => id === alert.id),
          key,
        )
        const [first, ...others] = messages
        if (first !== undefined && others.length === 0) assertSame(alert, first)
        assert.equal(alert.cancelled, messages.every(isOver))
        const running = alert.cancelled ? messages : messages.filter((message) => !isOver(message))
        const ends = running.map((message) => epoch(message.ends ?? message.parameters.eventEndingTime?.[0]))
        assert.equal(epoch(alert.end), ends.includes(null) ? null : Math.max(...ends.map(Number)))
      }
    })
  }

  it('keeps the ids of an evening, from one list to the next', () => {
    const [early, late] = ['0223', '0342'].map((time) => open(`alerts_area_OK_2025-04-20T${time}Z_tornado_flood.json`))
    assert.ok(early !== undefined && late !== undefined)
    const idOf = (list: typeof early, event: string) => {
      const features = list.sent.filter((message) => eventOf(message) === event).map((properties) => ({ properties }))
      return transformMessages(decodeCollection({ features }) ?? [], CELL).map(({ id }) => id)
    }
    const events = (list: typeof early) => new Set(list.sent.map(eventOf))
    const both = events(early).intersection(events(late))
    assert.ok(both.size >= 10)
    for (const event of both) assert.deepEqual(idOf(late, event), idOf(early, event), event)
    const ids = (list: typeof early) => new Set(list.alerts.map(({ id }) => id))
    assert.equal(ids(early).intersection(ids(late)).size, both.size)
  })
})
