import { type OutlookWriter, formatInstant } from '@isobar/weather'
import type { Measures } from './measures.ts'
import type { MailWords } from './words.ts'

/** The texts and formats of mails and feeds for sentences about coming weather, with times of the zone. */
export function createOutlookWriter(words: MailWords, measures: Measures, timezone: string): OutlookWriter {
  return {
    t: words.t,
    time: (atMs) => words.time(formatInstant(atMs), timezone),
    water: (mm) => measures.precipitation(mm),
    snowDepth: (mm) => measures.snowDepth(mm),
    speed: (mps) => measures.wind(mps),
    degrees: (celsius) => measures.temperature(celsius),
    share: (share) => words.percent(share),
  }
}
