/** Marks that reorder what follows them, and the byte order mark: invisible, so that nothing takes their place. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** C0 but tab and line feed, DEL, C1, and Unicode's own line ends: a terminal obeys some of them, and a header or a log ends at others. */
// oxlint-disable-next-line no-control-regex -- these are removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g
const LINE_END = /\r\n?/g
const INDENTS = /[\t\n]+/g

/** A text of somebody else without control characters, with line feeds and tabs; any other control is a space. */
export function withoutControls(text: string): string {
  return text.replace(LINE_END, '\n').replace(INVISIBLE, '').replace(CONTROL, ' ')
}

/** The same as one trimmed line: for names and titles. */
export function toSingleLine(text: string): string {
  return withoutControls(text).replace(INDENTS, ' ').trim()
}
