/** Suffixes of Japanese titles, written without a space: emergency warning, warning, advisory. */
const JAPANESE_LEVELS = /(特別警報|警報|注意報)/g

/**
 * The whole words of a title, in lower case and without accents and other marks. Only whole words are matched: there is no ice in "Office",
 * no rain in "train" or "Ukraine", no wind in "Windhoek".
 */
export function listTitleWords(title: string): string[] {
  const spaced = title.replace(JAPANESE_LEVELS, ' $1 ')
  return (
    spaced
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A title normalised for comparison: its words. */
export function normaliseTitle(title: string): string {
  return listTitleWords(title).join(' ')
}
