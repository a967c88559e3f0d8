import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '@isobar/weather'
import fc from 'fast-check'
import { readCapDocument } from '../../../../packages/providers/src/cap/document.ts'
import type { CapMessage } from '../../../../packages/providers/src/cap/message.ts'
import { writeCapDocument, writeCapInfo } from '../../../../packages/providers/src/cap/testing/messages.ts'
import { isThorough } from '../../../../test/helpers/thorough.ts'
import { createWarningPipeline, type Told } from '../../../../test/helpers/warning-pipeline.ts'
import { MINUTE_MS } from '../../../time.ts'

const PLACES = ['A1', 'A2'] as const
const LEVELS = ['Yellow', 'Orange', 'Red'] as const
const SEVERITIES = ['Moderate', 'Severe', 'Extreme'] as const
const SENDERS = ['north@weather.example', 'south@clima.example'] as const
/** An office of the first agency, and a collector: both speak for it. */
const OTHERS = ['duty@north.weather.example', 'relay@meteoalarm.org'] as const

interface Sent {
  readonly message: CapMessage
  /** What it warns of, and who did so first: the oracle knows an event by that, at each place. */
  readonly subject: string
  readonly sender: string
  readonly chain: number
  readonly level: number
  readonly places: readonly string[]
  isListed: boolean
  /** Whether a reading had it: what nobody read cannot keep a cancel from being told. */
  isRead: boolean
  /** Whether it is what its chain says now: neither replaced nor called off. */
  isCurrent: boolean
}

type Step =
  | {
      readonly kind: 'publish'
      readonly sender: number
      readonly subject: number
      readonly level: number
      readonly places: number
      readonly dropsEarlier: boolean
    }
  | {
      readonly kind: 'update'
      readonly which: number
      readonly level: number
      readonly byAnother: boolean
      readonly namesFirst: boolean
      readonly keepsOld: boolean
    }
  | { readonly kind: 'cancel'; readonly which: number; readonly by: 'sender' | 'stranger' | 'office' | 'collector' }
  | { readonly kind: 'vanish' | 'return'; readonly which: number }
  | { readonly kind: 'read'; readonly how: 'whole' | 'part'; readonly minutes: number }

const nat = (max: number) => fc.integer({ min: 0, max })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      sender: nat(1),
      subject: nat(1),
      level: nat(2),
      places: fc.integer({ min: 1, max: 3 }),
      dropsEarlier: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      which: nat(9),
      level: nat(2),
      byAnother: fc.boolean(),
      namesFirst: fc.boolean(),
      keepsOld: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      which: nat(9),
      by: fc.constantFrom('sender' as const, 'stranger' as const, 'office' as const, 'collector' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('vanish' as const, 'return' as const), which: nat(9) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      how: fc.constantFrom('whole' as const, 'whole' as const, 'whole' as const, 'part' as const),
      minutes: fc.integer({ min: 2, max: 20 }),
    }),
  },
)

/** What issuers do, and the oracle: what people at each place must have been told. */
function createWorld() {
  const pipeline = createWarningPipeline(PLACES)
  const sent: Sent[] = []
  /** By event at a place: the times of consecutive whole readings in which nothing of it stood. */
  const lacking = new Map<string, number[]>()
  /** Events at places of which something was called off by one who may. */
  const calledOff = new Set<string>()
  /** What was told of an event at a place: the highest level, and the lowest that stood since. A rise from there is worth a mail. */
  const told = new Map<string, { highest: number; since: number; isOver: boolean }>()
  let heard = 0
  let seconds = 0
  const nextSent = () => formatInstant(Math.floor(pipeline.now() / 1_000) * 1_000 + ++seconds * 1_000).replace('Z', '+00:00')

  function send(
    of: Omit<Sent, 'message' | 'isListed' | 'isRead' | 'isCurrent'>,
    msgType: string,
    references: readonly Sent[],
    from = of.sender,
  ): Sent {
    const id = `m${sent.length}`
    const text = writeCapDocument({
      id,
      sender: from,
      sent: nextSent(),
      msgType,
      infos: [
        writeCapInfo({
          event: `${LEVELS[of.level]} ${of.subject} warning`,
          severity: SEVERITIES[of.level] ?? '',
          onset: '2026-07-01T11:00:00+00:00',
          expires: '2026-07-20T00:00:00+00:00',
          senderName: from,
        }).replace(
          /<area>.*<\/area>/,
          of.places
            .map(
              (place) =>
                `<area><areaDesc>${place}</areaDesc><geocode><valueName>EMMA_ID</valueName><value>${place}</value></geocode></area>`,
            )
            .join(''),
        ),
      ],
    })
    const triples = references.map(({ message }) => `${message.sender},${message.identifier},${formatInstant(message.sentMs)}`).join(' ')
    const whole = triples === '' ? text : text.replace('</scope>', `</scope><references>${triples}</references>`)
    const message = readCapDocument(Buffer.from(whole), null)
    assert.ok(message)
    const one = { ...of, message, isListed: true, isRead: false, isCurrent: msgType !== 'Cancel' }
    sent.push(one)
    return one
  }

  const eventsOf = ({ subject, places }: Pick<Sent, 'subject' | 'places'>) => places.map((place) => `${subject} ${place}`)
  const standing = () => sent.filter(({ isListed, isCurrent }) => isListed && isCurrent)

  function act(one: Exclude<Step, { kind: 'read' }>): void {
    if (one.kind === 'publish') {
      const sender = SENDERS[one.sender] as string
      const subject = `${one.subject === 0 ? 'wind' : 'rain'} ${one.sender === 0 ? 'north' : 'south'}`
      // Two senders that warn of one thing are two events; only an update of another's message is that one's.
      if (sent.some((each) => each.subject === subject && each.sender !== sender)) return
      const places = PLACES.filter((_, index) => (one.places & (index + 1)) > 0)
      // What its issuer replaced by another message comes back from a stale copy at most, and does not stand.
      if (one.dropsEarlier) for (const each of sent) if (each.subject === subject) each.isListed = each.isCurrent = false
      send({ subject, sender, chain: sent.length, level: one.level, places }, 'Alert', [])
      return
    }
    const target = sent[one.which]
    if (target === undefined || !target.isCurrent) return
    if (one.kind === 'vanish') {
      // Of a chain, an older message that is still listed would stand.
      for (const each of sent) if (each.chain === target.chain) each.isListed = false
    }
    if (one.kind === 'return') target.isListed = true
    else if (one.kind === 'update') {
      if (!target.isListed) return
      const first = sent.find(({ chain }) => chain === target.chain) as Sent
      const another = SENDERS.find((sender) => sender !== target.sender) as string
      // Another agency takes over a warning, not one of several that its issuer has for one thing: of the others it is a second issuer.
      const isAlone = sent.every((each) => each.chain === target.chain || each.subject !== target.subject)
      // A link through a message between two readings, which nobody saw, cannot be known: the others name all earlier messages.
      const named = one.namesFirst ? [first] : sent.filter(({ chain }) => chain === target.chain)
      const byAnother = one.byAnother && isAlone && named.some(({ isRead }) => isRead)
      target.isCurrent = false
      target.isListed = one.keepsOld
      send({ ...target, level: one.level, sender: byAnother ? another : target.sender }, 'Update', named)
    } else if (one.kind === 'cancel') {
      const stranger = SENDERS.find((sender) => sender !== target.sender) as string
      const by = { sender: target.sender, stranger, office: OTHERS[0], collector: OTHERS[1] }[one.by]
      const counts = one.by !== 'stranger' && (one.by !== 'office' || target.sender === SENDERS[0])
      // Whoever issued an earlier message of the chain is no stranger.
      const isKnown = sent.some(({ chain, sender }) => chain === target.chain && sender === by)
      if (!target.isListed || (one.by === 'stranger' && isKnown)) return
      send(target, 'Cancel', [target], by)
      if (!counts) return
      target.isCurrent = false
      for (const event of eventsOf(target)) calledOff.add(event)
    }
  }

  function read(how: 'whole' | 'part', minutes: number): void {
    const list = sent.filter(({ isListed }, index) => isListed && (how === 'whole' || index % 2 === 0))
    pipeline.read(
      list.map(({ message }) => message),
      { afterMinutes: minutes, complete: how === 'whole' },
    )
    for (const one of list) one.isRead = true
    // What a part of a list shows is not lacking, even if the missing part calls it off.
    if (how === 'part') for (const event of list.flatMap(eventsOf)) lacking.delete(event)
    const stands = new Map<string, number>()
    for (const one of standing().filter(({ isRead }) => isRead))
      for (const event of eventsOf(one)) stands.set(event, Math.max(stands.get(event) ?? -1, one.level))
    const known = new Set(sent.flatMap(eventsOf))
    if (how === 'whole')
      for (const event of known) lacking.set(event, stands.has(event) ? [] : [...(lacking.get(event) ?? []), pipeline.now()])
    hear(stands)
    if (how !== 'whole') return
    for (const [event, level] of stands) {
      const last = told.get(event)
      assert.ok(last !== undefined && !last.isOver && last.highest >= level, `${event} at level ${level} is forgotten`)
      last.since = Math.min(last.since, level)
      calledOff.delete(event)
    }
    for (const event of known) {
      const times = lacking.get(event) ?? []
      const isProved = times.length >= 4 && (times.at(-1) ?? 0) - (times[1] ?? 0) >= 30 * MINUTE_MS
      if (isProved && told.has(event)) assert.ok(told.get(event)?.isOver, `nobody was told that ${event} is over`)
    }
  }

  /** Checks the mails since the last reading. */
  function hear(stands: ReadonlyMap<string, number>): void {
    const news = pipeline.told().toSorted((a, b) => a.at - b.at)
    const fresh = news.slice(heard)
    heard = news.length
    for (const mail of fresh) judge(mail, stands)
  }

  function judge({ place, stage, title, at }: Told, stands: ReadonlyMap<string, number>): void {
    const [, severity = '', subject = ''] = /^(\w+) \w+ (.*) warning$/.exec(title) ?? []
    const event = `${subject} ${place}`
    const level = SEVERITIES.findIndex((each) => each.toLowerCase() === severity)
    const last = told.get(event)
    if (stage === 'cancelled') {
      assert.ok(!stands.has(event), `${event} is called off while it stands`)
      const times = lacking.get(event) ?? []
      const isProved = times.length >= 3 && (times.at(-1) ?? 0) - (times[0] ?? 0) >= 30 * MINUTE_MS
      assert.ok(calledOff.has(event) || isProved, `${event} is called off by nobody`)
      told.set(event, { highest: -1, since: -1, isOver: true })
      return
    }
    assert.ok(stage === 'new' || stage === 'upgraded', `${event}: ${stage}`)
    assert.ok(last === undefined || last.isOver || level > last.since, `${event}: a second mail at level ${level}, at ${at}`)
    // A part of a list may show what had been called off before anybody was told: its absence counts from here.
    lacking.delete(event)
    const highest = Math.max(level, last?.isOver === false ? last.highest : -1)
    told.set(event, { highest, since: highest, isOver: false })
  }

  return { act, read, mails: () => heard, messages: () => sent.length }
}

describe('any sequence of messages of several senders', () => {
  it('causes one mail for each event and rise of its level, no false all-clear, and forgets none', (t) => {
    const counts = { sequences: 0, messages: 0, mails: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const world = createWorld()
        for (const one of steps) {
          if (one.kind === 'read') world.read(one.how, one.minutes)
          else if (world.messages() < 10) world.act(one)
        }
        counts.sequences += 1
        counts.messages += world.messages()
        counts.mails += world.mails()
      }),
      { numRuns: isThorough ? 3_000 : 300 },
    )
    t.diagnostic(JSON.stringify(counts))
  })
})
