/**
 * MJML is compiled before Liquid runs, and its compiler reads `{% if a < b %}` as broken markup. So every piece of Liquid is replaced by an
 * ASCII word, which passes through as text or attribute value, and is restored in the HTML. (Other characters do not pass: mrml 1.6 writes
 * them into `href` as Rust escapes.)
 */
const OPENING = /\{(?=[{%])/g

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
  let source = ''
  let end = 0
  for (const { begin, text } of liquidIn(original)) {
    line += countNewlines(original.slice(last, begin))
    last = begin
    source += `${original.slice(end, begin)}${word}${pieces.length}x`
    end = begin + text.length
    pieces.push({ text, line, newlines: countNewlines(text) })
  }
  source += original.slice(end)
  return {
    source,
    /** Maps a line of the shielded source to the original, both from 1: a piece may span lines. */
    originalLine: (shielded: number): number =>
      pieces.reduce((line, piece) => (piece.line < line ? line + piece.newlines : line), shielded),
    /** Restores the pieces wherever their words occur. */
    restore: (html: string): Restored => restore(html, new RegExp(`${word}(\\d+)x`, 'g'), pieces),
  }
}

/** The pieces of Liquid, in order. A search for an end that is not there is not repeated: each would read the rest of the source. */
function* liquidIn(source: string): Generator<{ readonly begin: number; readonly text: string }> {
  const missing = new Set<string>()
  let end = 0
  for (const { index: begin } of source.matchAll(OPENING)) {
    const closing = source[begin + 1] === '{' ? '}}' : '%}'
    if (begin < end || missing.has(closing)) continue
    const at = source.indexOf(closing, begin + 2)
    if (at < 0) missing.add(closing)
    else yield { begin, text: source.slice(begin, (end = at + 2)) }
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
  const runs = [...source.matchAll(/liquid(z*)/g)].map(([, run = '']) => run.length + 1)
  return `liquid${'z'.repeat(runs.reduce((longest, run) => Math.max(longest, run), 0))}`
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1
}
