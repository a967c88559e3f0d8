import type { Attribution, PaidCalls, WarningFeedCapability } from '../../../providers/provider.ts'

/** A feed to read, with its source id and credit. */
export interface WarningFeed {
  /** Its provider's id, the source of its alerts. */
  readonly id: string
  readonly attribution: Attribution
  readonly capability: WarningFeedCapability
  /** Checks whether it may be read now, and which calls it may make. @throws ProviderFailure */
  readonly guard?: (calls: PaidCalls) => Promise<PaidCalls>
}

/** One part of a feed. */
export interface FeedPart {
  readonly feed: string
  readonly part: string
}

/** The country (ISO 3166 alpha-2) whose warnings a part of the feed lists; null if it is not one country's, or unknown. */
export function countryOf({ capability }: WarningFeed, part: string): string | null {
  return capability.partsAreCountries === true ? part : null
}

/** A part as text, to use as a map key. */
export const partName = ({ feed, part }: FeedPart): string => JSON.stringify([feed, part])
