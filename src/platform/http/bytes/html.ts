/** Safe markup. */
export interface Html {
  readonly markup: string
}

/** A value in a template: text is escaped, markup is not, null, undefined and false render nothing. */
export type Piece = string | number | Html | null | undefined | false | readonly Piece[]

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup from a template literal. Interpolated values are escaped for content and quoted attributes unless they are markup themselves. */
export function html(literal: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { markup: literal.map((text, i) => text + markupOf(pieces[i])).join('') }
}

/** Marks text as safe markup: the output of a sanitiser, or our own. */
export function trustedHtml(markup: string): Html {
  return { markup }
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece))
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('')
}

function escape(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
