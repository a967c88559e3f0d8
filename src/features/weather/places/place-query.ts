import { toTownKey } from './gazetteer/town-table.ts'

/** What was searched for: a name, and what it lies in, as it was typed after commas. */
export interface PlaceQuery {
  /** As of `toTownKey`; empty if there is no letter or digit before the first comma. */
  readonly key: string
  /** Names or codes of areas and countries, outermost last; without empty ones. */
  readonly within: readonly string[]
}

/** Those of Latin, Arabic, Chinese and Japanese texts. */
const COMMAS = /[,،，、]/u
/** More parts than an address has are not read. */
const MAX_PARTS = 6

/** Reads `Toronto, ON, CA` or `القاهرة، مصر`: a name and, after commas, what it lies in. */
export function parsePlaceQuery(text: string): PlaceQuery {
  const [name = '', ...within] = text.split(COMMAS, MAX_PARTS)
  return { key: toTownKey(name), within: within.map((part) => part.trim()).filter((part) => toTownKey(part) !== '') }
}
