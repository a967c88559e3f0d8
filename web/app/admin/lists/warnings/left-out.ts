import { formatCount, formatIdentifier } from '../../kit/words.ts'

/** Why an entry of a feed is not a warning; docs/warnings.md says who documents each. */
const REASONS: Readonly<Record<string, string>> = {
  acknowledgement: 'Acknowledgements between systems',
  category: 'Not about weather or what it causes',
  elsewhere: 'On a host that may not be read',
  expired: 'Over',
  green: 'On the green level',
  marker: 'Marked as no warning by the sender',
  private: 'Not public',
  superseded: 'Replaced by a newer message',
  test: 'Tests and exercises',
  unreadable: 'Unreadable',
}

/** What a reading left out, and why, the largest number first; empty if it left out nothing. */
export function describeOmissions(leftOut: { readonly [reason: string]: number | undefined }): string {
  return Object.entries(leftOut)
    .toSorted(([, a = 0], [, b = 0]) => b - a)
    .map(([reason, n = 0]) => `${REASONS[reason] ?? formatIdentifier(reason)}: ${formatCount(n)}`)
    .join('; ')
}
