import { encodeFrozenHours } from '../frozen-hours.ts'
import type { BlendIssue } from '../issue-store.ts'

/** An issue of one source for every third hour of two days: 10° by the source, 9° by the blend. */
export function buildTestIssue(cell: number, issuedAt: number): BlendIssue {
  const hours = Array.from({ length: 16 }, (_, index) => ({
    offsetHours: 1 + 3 * index,
    hourClass: index % 8,
    raw: [10],
    issued: { value: 9, sigma: null, disagreement: 0, confidence: 0.5, corrected: [9], weights: [1] },
  }))
  return { cell, slot: issuedAt, issuedAt, source: 'first', simulated: false, sources: ['first'], numbers: encodeFrozenHours(hours, 1) }
}
