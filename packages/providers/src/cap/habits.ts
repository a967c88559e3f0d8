import { DAY_MS } from '@isobar/weather'
import { type AgencyLevel, findGermanLevel, readHeadlineLevel, findNewZealandLevel } from './level.ts'
import type { CapInfo } from './message.ts'

/** How one sender uses CAP where the standard leaves it open or says otherwise. */
export interface SenderHabits {
  /** Its messages reference nothing: each is a re-issue under a new identifier. */
  readonly isByContent?: true
  /** `expires` at or before the start marks the absence of a warning. From other senders it only ends the message before the event begins. */
  readonly marksAbsence?: true
  /** An end that lies further after the time of issue than this, in milliseconds, is no end: the warning lasts until it is withdrawn. */
  readonly openEndAfterMs?: number
  /** A ceiling at or above this height, in feet, is no limit. */
  readonly noCeilingFeet?: number
  /** The level in its own parameters or words; null if a message states none. */
  readonly levelOf?: (info: CapInfo) => AgencyLevel | null
}

/** A sender, and the part of a feed (`feed/part`) that carries only its messages. */
interface KnownSender {
  readonly agency: string
  readonly sender?: string
  readonly part?: string
  readonly habits: SenderHabits
}

/**
 * Habits that were seen in a sender's own messages or that its agency documents, and that apply to no other sender. Parameters whose names
 * say whose they are (`awareness_level`, `layer:EC-MSC-SMC:…`) need no entry.
 */
const KNOWN: readonly KnownSender[] = [
  {
    agency: 'Météo-France',
    sender: 'vigilance@meteo.fr',
    part: 'meteoalarm/FR',
    // Three quarters of its messages: a period of zero length, often in the future, with the event and area of a warning that continues.
    habits: { isByContent: true, marksAbsence: true },
  },
  { agency: 'Finnish Meteorological Institute', part: 'meteoalarm/FI', habits: { isByContent: true } },
  {
    agency: 'Deutscher Wetterdienst',
    sender: 'opendata@dwd.de',
    part: 'dwd/DE',
    // 3,000 m is written for no limit: 9842.5197.
    habits: { noCeilingFeet: 9_842, levelOf: findGermanLevel },
  },
  // The colour that begins a headline is the level, where no parameter states one.
  { agency: 'Environment and Climate Change Canada', sender: 'cap-pac@canada.ca', habits: { levelOf: readHeadlineLevel } },
  { agency: 'Met Éireann', sender: 'forecasts@met.ie', part: 'meteoalarm/IE', habits: { levelOf: readHeadlineLevel } },
  { agency: 'Met Office', part: 'meteoalarm/GB', habits: { levelOf: readHeadlineLevel } },
  {
    agency: 'MetService',
    sender: 'https://www.metservice.com',
    // 2035 stands for "until withdrawn".
    habits: { openEndAfterMs: 366 * DAY_MS, levelOf: findNewZealandLevel },
  },
]

const NONE: SenderHabits = {}

/** The habits of a sender in a part of a feed (`meteoalarm/FR`); none if neither is known. */
export function getSenderHabits(sender: string, part: string): SenderHabits {
  return KNOWN.find((known) => known.sender === sender || known.part === part)?.habits ?? NONE
}
