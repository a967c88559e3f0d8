import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Alert } from '../alert.ts'
import { classifyOfficial, getAlertKind } from './classify.ts'
import { foldOfficial } from './fold.ts'
import { buildTestAlert } from './testing/alert.ts'

const anyAlert = fc.record({
  source: fc.constantFrom('nws', 'openweather', 'third'),
  event: fc.constantFrom(
    'Wind Advisory',
    'wind gusts',
    'WINDBÖEN',
    'Ветер',
    'Wind',
    'Tornado Warning',
    'Tornado Watch',
    'Heavy rain',
    'Notice',
  ),
  senderName: fc.constantFrom('NWS Norman OK', 'Deutscher Wetterdienst', null),
  severity: fc.constantFrom(null, 'moderate' as const, 'extreme' as const),
  start: fc.integer({ min: 10, max: 15 }).map((hour) => `2026-07-01T${hour}:00:00Z`),
  end: fc.constantFrom('2026-07-01T12:30:00Z', '2026-07-01T16:00:00Z', '2026-07-01T18:00:00Z', null),
  tags: fc.constantFrom<readonly string[]>([], ['Wind'], ['Flood', 'Coastal event']),
})
const anyAlerts = fc
  .array(anyAlert, { maxLength: 9 })
  .map((list) => list.map((fields, index) => buildTestAlert({ ...fields, id: `id-${index}` })))
const shuffled = anyAlerts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))

describe('foldOfficial, of any alerts,', () => {
  it('is an equivalence: each alert is in one group, whatever the order and the reader', () => {
    fc.assert(
      fc.property(shuffled, fc.constantFrom('en', 'de', 'ru'), ([list, other], lang) => {
        const folded = foldOfficial(list)
        assert.deepEqual(foldOfficial(other), folded)
        assert.deepEqual(folded.flatMap(({ members }) => members.map(({ id }) => id)).toSorted(), list.map(({ id }) => id).toSorted())
        const idsOf = (all: typeof folded) =>
          all
            .map(({ members }) =>
              members
                .map(({ id }) => id)
                .toSorted()
                .join(),
            )
            .toSorted()
        assert.deepEqual(idsOf(foldOfficial(list, lang)), idsOf(folded))
        // A group folded by itself stays whole, because only its own members join it.
        for (const { members } of folded) assert.equal(foldOfficial(members).length, 1)
      }),
      { numRuns: 300 },
    )
  })

  it('never joins two kinds, two times, two of one source and language, or adjacent periods', () => {
    fc.assert(
      fc.property(anyAlerts, (list) => {
        for (const { members } of foldOfficial(list))
          for (const [index, a] of members.entries())
            for (const b of members.slice(index + 1)) {
              const [mine, others] = [classifyOfficial(a), classifyOfficial(b)]
              assert.ok(a.source !== b.source || !mine.languages.some((language) => others.languages.includes(language)))
              assert.equal(getAlertKind(mine), getAlertKind(others))
              assert.ok(a.start < (b.end ?? '~') && b.start < (a.end ?? '~'), `${a.start} ${a.end} ${b.start} ${b.end}`)
              assert.equal(a.event.includes('Watch'), b.event.includes('Watch'))
            }
      }),
      { numRuns: 500 },
    )
  })

  it('keeps its lead after a refresh that rewords an alert in its language', () => {
    const texts = [
      [''],
      ['--', '...WIND...'],
      ['There is a risk of strong wind.', 'The wind is strong in the valleys and on the hills.'],
      ['Es tritt starker Wind auf. In der Nacht ist es kalt.', 'In der Nacht und am Morgen ist es auf den Bergen stürmisch.'],
    ]
    const anyLanguages = fc.array(fc.constantFrom(...texts), { minLength: 9, maxLength: 9 })
    const anyEdition = fc.array(fc.nat(), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(anyAlerts, anyLanguages, anyEdition, anyEdition, (list, languages, before, after) => {
        const worded = (edition: readonly number[]) =>
          list.map((alert, index) => {
            const [editions, which] = [languages[index] ?? [], edition[index] ?? 0]
            return { ...alert, instruction: `edition ${which}`, description: editions[which % editions.length] ?? '' }
          })
        const leads = (alerts: readonly Alert[]) =>
          foldOfficial(alerts).flatMap(({ lead, members }) => members.map(({ id }) => [id, lead.id]))
        assert.deepEqual(leads(worded(after)), leads(worded(before)))
      }),
      { numRuns: 500 },
    )
  })
})
