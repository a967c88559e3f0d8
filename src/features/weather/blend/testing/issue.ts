import { encodeFrozenHours } from '../frozen-hours.ts'
import type { BlendIssue } from '../issue-store.ts'

/** An issue of one source for every third hour of two days: 10° and a chance of rain of 50 % by the source, 9° and 25 % by the blend. */
export function buildTestIssue(cell: number, issuedAt: number): BlendIssue {
  const hours = Array.from({ length: 16 }, (_, index) => ({
    offsetHours: 1 + 3 * index,
    hourClass: index % 8,
    raw: [10],
    issued: { value: 9, sigma: null, disagreement: 0, confidence: 0.5, corrected: [9], weights: [1] },
    stated: [0.5],
    rain: { chance: 0.25, logit: -1, chances: [0.25] },
  }))
  return { cell, slot: issuedAt, issuedAt, source: 'first', simulated: false, sources: ['first'], numbers: encodeFrozenHours(hours, 1) }
}
