import type { Attribution, FeedReading, PaidCalls, WarningFeedCapability } from '@isobar/providers/port'
import type { OfficialWarning } from '@isobar/weather'
import { type Arrival, toArrival } from './stored-warning.ts'

/** A feed to read, with its source id and credit. */
export interface WarningFeed {
  /** Its provider's id, the source of its alerts. */
  readonly id: string
  readonly attribution: Attribution
  readonly capability: WarningFeedCapability
  /** Checks whether it may be read now, and which calls it may make. @throws ProviderFailure */
  readonly guard?: (calls: PaidCalls) => Promise<PaidCalls>
}

export interface FeedPart {
  readonly feed: string
  readonly part: string
}

/** The country (ISO 3166 alpha-2) whose warnings a part of the feed lists; null if it is not one country's, or unknown. */
export function findPartCountry({ capability }: WarningFeed, part: string): string | null {
  return capability.partsAreCountries === true ? part : null
}

/** A part as text, to use as a map key. */
export const toFeedPartKey = ({ feed, part }: FeedPart): string => JSON.stringify([feed, part])

/** Licences that let anybody pass warnings on, rewritten, if the source is credited. Those without derivatives or commercial use do not. */
const OPEN: readonly RegExp[] = [
  /^CC0\b/i,
  /^(?:CC|Creative Commons)[ -]BY(?:-SA)?(?: \d\.\d)?(?: [a-z]+)?$/i,
  /^public domain\b/i,
  /^(?:Open Government Licen[cs]e|OGL)\b/i,
  /^(?:NLOD|GeoNutzV|Licence Ouverte|Etalab)\b/i,
  /^dl-de\/(?:by|zero)\b/i,
]

/** Whether a licence, as the credit of a feed names it, allows to publish the feed's warnings as documents of ours. */
export function canRepublishWarnings(license: string): boolean {
  return OPEN.some((pattern) => pattern.test(license.trim()))
}

/** What a reading found that differs from the last one. */
export interface ReadingContent {
  readonly arrivals: readonly Arrival[]
  readonly complete: boolean
  readonly simulated: boolean
  /** For the next reading, as JSON. */
  readonly state: string | null
  readonly leftOut: Readonly<Record<string, number>>
}

/** What a reading found, apart from its warnings; plain data. */
export type ReadingEnd = { readonly unchanged: true } | ({ readonly unchanged: false } & Omit<ReadingContent, 'arrivals'>)

/** A reading that is ready to be stored. */
export type PreparedReading = ReadingEnd & Pick<ReadingContent, 'arrivals'>

/** The end of a reading, and its warnings. */
export function splitFeedReading(reading: FeedReading): { readonly end: ReadingEnd; readonly warnings: readonly OfficialWarning[] } {
  if (reading.unchanged) return { end: { unchanged: true }, warnings: [] }
  const { complete, simulated, state, leftOut, warnings } = reading
  return { end: { unchanged: false, complete, simulated, state: state === null ? null : JSON.stringify(state), leftOut }, warnings }
}

/** Prepares a reading in this thread. */
export function prepareReading(reading: FeedReading): PreparedReading {
  const { end, warnings } = splitFeedReading(reading)
  return { ...end, arrivals: warnings.map(toArrival) }
}
