import { sliceTextBytes, type TownTable } from './town-table.ts'

/** Shorter names have too many neighbours; longer ones have room for two mistakes. */
const MIN_BYTES = 4
const LONG_BYTES = 9

/** A town with a similar name. */
export interface SimilarTown {
  readonly index: number
  /** How many letters differ. */
  readonly edits: number
  /** Whether only a name in another language is as similar. */
  readonly isOtherName: boolean
}

/**
 * The towns that a misspelt name may mean: those of which a name, in any language, begins with the same letter and differs by one letter
 * (left out, added, wrong, or swapped with the next), or two in long names;
 * letters outside ASCII count by the bytes of their UTF-8. `key` must come from `toTownKey`. Takes some milliseconds.
 */
export function listSimilarTowns(table: TownTable, key: string): SimilarTown[] {
  const wanted = Buffer.from(key)
  if (wanted.length < MIN_BYTES) return []
  const most = wanted.length < LONG_BYTES ? 1 : 2
  const found = new Map<number, SimilarTown>()
  const editsOf = editsTo(wanted, most)
  const look = (keys: Uint8Array, starts: Uint32Array, isOtherName: boolean, townOf: (at: number) => number): void => {
    for (let at = 0; at < starts.length - 1; at += 1) {
      const start = starts[at] as number
      const length = (starts[at + 1] as number) - start
      if (keys[start] !== wanted[0] || Math.abs(length - wanted.length) > most) continue
      const edits = editsOf(sliceTextBytes(keys, starts, at))
      const index = townOf(at)
      if (edits <= most && edits < (found.get(index)?.edits ?? Infinity)) found.set(index, { index, edits, isOtherName })
    }
  }
  look(table.keys, table.keyStarts, false, (at) => at)
  look(table.otherKeys, table.otherKeyStarts, true, (at) => table.otherTowns[at] as number)
  return [...found.values()]
}

/**
 * Measures the optimal string alignment distance to `wanted` of texts in UTF-8 that are at most `most` bytes longer or shorter; more than
 * `most` if it exceeds that. Only the diagonal band of the matrix that can hold such a distance is computed.
 */
function editsTo(wanted: Uint8Array, most: number): (text: Uint8Array) => number {
  const width = wanted.length
  const beyond = most + 1
  // The row of the matrix that is computed, the row before, and the one before that.
  let [row, above, twoAbove] = [0, 1, 2].map(() => new Uint8Array(width + 2)) as [Uint8Array, Uint8Array, Uint8Array]
  return (text) => {
    above.fill(beyond)
    for (let j = 0; j <= most; j += 1) above[j] = j
    for (let i = 1; i <= text.length; i += 1) {
      const [from, to] = [Math.max(1, i - most), Math.min(width, i + most)]
      row[from - 1] = from === 1 ? i : beyond
      row[to + 1] = beyond
      let least = beyond
      for (let j = from; j <= to; j += 1) {
        const isSame = text[i - 1] === wanted[j - 1]
        let edits = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (isSame ? 0 : 1))
        const isSwapped = i > 1 && j > 1 && text[i - 1] === wanted[j - 2] && text[i - 2] === wanted[j - 1]
        if (isSwapped) edits = Math.min(edits, (twoAbove[j - 2] as number) + 1)
        row[j] = edits
        least = Math.min(least, edits)
      }
      if (least > most) return beyond
      ;[row, above, twoAbove] = [twoAbove, row, above]
    }
    return above[width] as number
  }
}
