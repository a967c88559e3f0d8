import assert from 'node:assert/strict'
import { it } from 'node:test'
import { joinSentences, computePlaceToday } from './teller.ts'

it('sentences are one text, with spaces between them where the language has them', () => {
  const sentences = ['A.', null, 'B.']
  assert.deepEqual(
    {
      sentencesInEn: joinSentences('en', sentences),
      sentencesInAr: joinSentences('ar', sentences),
      sentencesInJa: joinSentences('ja', sentences),
    },
    { sentencesInEn: 'A. B.', sentencesInAr: 'A. B.', sentencesInJa: 'A.B.' },
  )
})

it('today is the date at the place', () => {
  const now = Date.parse('2026-11-21T23:30:00Z')
  assert.deepEqual(
    ['Europe/Berlin', 'UTC', 'America/New_York'].map((zone) => computePlaceToday({ now, zone })),
    ['2026-11-22', '2026-11-21', '2026-11-21'],
  )
})
