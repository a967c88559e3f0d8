import { parseJson } from '@isobar/providers/port'
import { type EncodedCoefficients, type PlaceCoefficients, encodeCoefficients, decodeCoefficients } from '@isobar/weather/blend'
import { allowNull, checkList, checkObject, isDate, isEpochMs, isFlag, isNumber, isText } from './shapes.ts'

/** The `source` of blended records. */
export const BLEND_SOURCE = 'blend'

/** How a blend compares with the first source: its score less that of the first source, and its interval; null where there are too few days. */
export interface BlendSkill {
  readonly days: number
  readonly n: number
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
}

/** What was learned at a place so far, for people who want to know. */
export interface BlendFacts {
  /** Days with measurements that were learned from, and the last of them. */
  readonly days: number
  readonly lastDay: string
  /** What it was compared with: the station's source and name. */
  readonly truth: { readonly source: string; readonly station: string | null }
  /** Of temperatures, by mean absolute error, in K. */
  readonly skill: BlendSkill
  /** Since when it has been proved, or not been any more, epoch milliseconds; null: it never was. */
  readonly since: number | null
}

/** What the blend of a cell is made with. It is stored with the cell's records and read with them, so that an answer costs no query. */
export interface CellBlend {
  /** When it was learned, and until when it may be used, epoch milliseconds. */
  readonly at: number
  readonly until: number
  /** Whether it was learned from simulated weather, which it is then for. */
  readonly simulated: boolean
  /** Whether its temperatures are better than those of `first` on the last days, beyond chance. */
  readonly isProved: boolean
  /** The same of its chances of rain, by Brier score; `since` as in `facts`. */
  readonly chance: { readonly isProved: boolean; readonly since: number | null; readonly skill: BlendSkill }
  /** The first source, which it was compared with. */
  readonly first: string
  readonly facts: BlendFacts
  readonly coefficients: PlaceCoefficients
}

const SHAPE = 1
/** A place with eight sources takes 10 kB. */
const MAX_BYTES = 64 * 1024

/** Its key in the second level. */
export function toBlendKey(cellId: number): string {
  return `cell:${cellId}:blend`
}

/** As it is stored; null if its coefficients are not whole. */
export function encodeCellBlend({ coefficients, ...rest }: CellBlend): Buffer | null {
  const packed: EncodedCoefficients | null = encodeCoefficients(coefficients)
  return packed && Buffer.from(JSON.stringify({ shape: SHAPE, ...rest, coefficients: packed }))
}

const isSkill = checkObject({
  days: isNumber,
  n: isNumber,
  difference: allowNull(isNumber),
  low: allowNull(isNumber),
  high: allowNull(isNumber),
})

const isCellBlend = checkObject({
  shape: (value) => value === SHAPE,
  at: isEpochMs,
  until: isEpochMs,
  simulated: isFlag,
  isProved: isFlag,
  first: isText,
  chance: allowNull(checkObject({ isProved: isFlag, since: allowNull(isEpochMs), skill: isSkill })),
  facts: checkObject({
    days: isNumber,
    lastDay: isDate,
    truth: checkObject({ source: isText, station: allowNull(isText) }),
    skill: isSkill,
    since: allowNull(isEpochMs),
  }),
  coefficients: checkObject({ sources: checkList(isText, 100) }),
})

/** Of what was stored before chances were blended. */
const NO_CHANCE: CellBlend['chance'] = {
  isProved: false,
  since: null,
  skill: { days: 0, n: 0, difference: null, low: null, high: null },
}

/** The inverse, of bytes that anybody may have written: null unless they are there, and of that shape. */
export function decodeCellBlend(bytes: Buffer | null | undefined): CellBlend | null {
  const stored = bytes && bytes.length <= MAX_BYTES ? parseJson(bytes) : undefined
  if (!isCellBlend(stored)) return null
  const { shape: _, coefficients: packed, chance, ...rest } = stored as StoredBlend
  const coefficients = decodeCoefficients(packed)
  return coefficients && { ...rest, chance: chance ?? NO_CHANCE, coefficients }
}

interface StoredBlend extends Omit<CellBlend, 'coefficients' | 'chance'> {
  readonly shape: number
  readonly chance?: CellBlend['chance'] | null
  readonly coefficients: unknown
}
