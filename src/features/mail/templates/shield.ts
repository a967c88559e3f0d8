/**
 * MJML is compiled before Liquid runs, and its compiler reads `{% if a < b %}` as broken markup. So every piece of Liquid is replaced by an
 * ASCII word, which passes through as text or attribute value, and is restored in the HTML. (Other characters do not pass: mrml 1.6 writes
 * them into `href` as Rust escapes.)
 */
const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

export type Restored = ReturnType<typeof restore>

interface Piece {
  readonly text: string
  readonly line: number
  readonly newlines: number
}

/** Replaces each piece of Liquid in an MJML source by a word that occurs nowhere else in it. */
export function shieldLiquid(original: string) {
  const pieces: Piece[] = []
  const word = wordApartFrom(original)
  let line = 1
  let last = 0
  const source = original.replace(LIQUID, (text, offset: number, whole: string) => {
    line += countNewlines(whole.slice(last, offset))
    last = offset
    pieces.push({ text, line, newlines: countNewlines(text) })
    return `${word}${pieces.length - 1}x`
  })
  return {
    source,
    /** Maps a line of the shielded source to the original, both from 1: a piece may span lines. */
    originalLine: (shielded: number): number =>
      pieces.reduce((line, piece) => (piece.line < line ? line + piece.newlines : line), shielded),
    /** Restores the pieces wherever their words occur. */
    restore: (html: string): Restored => restore(html, new RegExp(`${word}(\\d+)x`, 'g'), pieces),
  }
}

function restore(shielded: string, shields: RegExp, pieces: readonly Piece[]) {
  const places: { readonly begin: number; readonly line: number }[] = []
  const seen = new Set<number>()
  let grown = 0
  const html = shielded.replace(shields, (mark, index: string, offset: number) => {
    const piece = pieces[Number(index)] as Piece
    seen.add(Number(index))
    places.push({ begin: offset + grown, line: piece.line })
    grown += piece.text.length - mark.length
    return piece.text
  })
  return {
    html,
    /** The original line of the last piece that begins at or before the offset of the HTML. */
    lineAt: (offset: number): number => places.findLast(({ begin }) => begin <= offset)?.line ?? 1,
    /** The original lines of pieces that are missing from the HTML. */
    lostLines: pieces.filter((_, index) => !seen.has(index)).map(({ line }) => line),
  }
}

function wordApartFrom(source: string): string {
  let word = 'liquid'
  while (source.includes(word)) word += 'z'
  return word
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1
}
