import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OfficialWarning, formatInstant } from '@isobar/weather'
import fc from 'fast-check'
import { MINUTE_MS } from '../../../time.ts'
import { createPart } from './testing/part.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

/** What an issuer does and how its feed is read; the model keeps track of the truth. */
type Step =
  | { readonly kind: 'publish'; readonly changesKeys: boolean }
  | { readonly kind: 'update' | 'cancel' | 'vanish'; readonly which: number }
  | { readonly kind: 'read'; readonly how: 'whole' | 'part' | 'old' | 'empty' | 'again'; readonly minutes: number }

describe('any sequence of messages and readings', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish' as const), changesKeys: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('update' as const, 'cancel' as const, 'vanish' as const), which: fc.nat(7) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('read' as const),
        how: fc.constantFrom('whole' as const, 'whole' as const, 'part' as const, 'old' as const, 'empty' as const, 'again' as const),
        minutes: fc.integer({ min: 1, max: 20 }),
      }),
    },
  )

  it('causes no false all-clear, and neither misses nor duplicates a warning', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const part = createPart()
        const issued: { state: 'running' | 'cancelled' | 'gone'; changesKeys: boolean; message: OfficialWarning; versions: number }[] = []
        let listBefore: OfficialWarning[] = []
        /** For each warning, the times of consecutive complete readings without it. */
        const lacking = new Map<number, number[]>()
        const idOf = (id: number, version: number) => `${id}.${version}`
        const list = () => issued.flatMap(({ state, message }) => (state === 'gone' ? [] : message))
        const note = (messages: readonly OfficialWarning[]) => {
          for (const id of issued.keys()) {
            const isThere = messages.some(({ messageId }) => messageId.startsWith(`${id}.`))
            lacking.set(id, isThere ? [] : [...(lacking.get(id) ?? []), part.now()])
          }
        }
        const endsLate = '2026-07-05T00:00:00Z'
        let lastComplete: readonly OfficialWarning[] | undefined
        for (const one of steps) {
          const sent = () => formatInstant(part.now() + issued.length * 1_000)
          if (one.kind === 'publish' && issued.length < 8) {
            const id = issued.length
            const message = buildOfficialWarning({
              key: idOf(id, 1),
              messageId: idOf(id, 1),
              sent: sent(),
              end: endsLate,
              areas: [buildRectangleArea(id, 52, id + 1, 53)],
            })
            issued.push({ state: 'running', changesKeys: one.changesKeys, message, versions: 1 })
          } else if (one.kind === 'update' || one.kind === 'cancel') {
            const target = issued[one.which]
            if (target?.state !== 'running') continue
            const version = ++target.versions
            const messageId = idOf(one.which, version)
            const at = formatInstant(Math.max(part.now(), Date.parse(target.message.sent) + 1_000))
            // An issuer that changes keys must refer to all earlier messages: one sent between two readings is never seen.
            const replaces = target.changesKeys ? [...target.message.replaces, target.message.messageId] : [target.message.messageId]
            const key = target.changesKeys ? messageId : target.message.key
            target.message = {
              ...target.message,
              messageId,
              key,
              replaces,
              sent: at,
              ended: one.kind === 'cancel',
            }
            if (one.kind === 'cancel') target.state = 'cancelled'
          } else if (one.kind === 'vanish') {
            const target = issued[one.which]
            if (target?.state === 'running') target.state = 'gone'
          } else if (one.kind === 'read') {
            const before = new Map(part.known.warnings)
            const now = list()
            if (one.how === 'again') {
              part.repeat(one.minutes)
              if (lastComplete !== undefined) note(lastComplete)
            } else {
              const messages =
                one.how === 'part' ? now.filter((_, i) => i % 2 === 0) : one.how === 'old' ? listBefore : one.how === 'empty' ? [] : now
              const { isComplete } = part.read(messages, { complete: one.how !== 'part', afterMinutes: one.minutes })
              lastComplete = isComplete ? messages : undefined
              if (isComplete) note(messages)
              else
                for (const [id] of issued.entries())
                  if (messages.some(({ messageId }) => messageId.startsWith(`${id}.`))) lacking.set(id, [])
              if (one.how === 'whole') listBefore = now
              if (one.how === 'whole')
                for (const [id, { state }] of issued.entries()) {
                  const kept = [...part.known.warnings.values()].filter(({ key }) => key.startsWith(`${id}.`))
                  assert.ok(kept.length <= 1, 'a warning is stored once')
                  if (state === 'running') assert.equal(kept[0]?.state, 'running', 'a running warning is not missed')
                  if (state === 'cancelled') assert.notEqual(kept[0]?.state, 'running', 'a cancelled warning is not running')
                }
            }
            for (const warning of part.known.warnings.values()) {
              if (warning.state !== 'ended' || before.get(warning.key)?.state === 'ended') continue
              const id = Number(warning.key.split('.')[0])
              const times = lacking.get(id) ?? []
              const isProved = times.length >= 3 && (times.at(-1) ?? 0) - (times[0] ?? 0) >= 30 * MINUTE_MS
              assert.ok(issued[id]?.state === 'cancelled' || isProved, 'no false all-clear')
            }
          }
        }
      }),
      { numRuns: 5_000 },
    )
  })
})
