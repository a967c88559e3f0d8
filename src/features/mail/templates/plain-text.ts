/** RFC 5322 §2.1.1 recommends lines of no more than 78 characters. */
const LINE_LENGTH = 76
const MAX_SUBJECT_LENGTH = 150
/** Starts a line that contains Arabic, so that it runs from right to left whatever its first letter. */
const RIGHT_TO_LEFT_MARK = '\u200f'
const ARABIC = /\p{Script=Arabic}/u
// oxlint-disable-next-line no-control-regex -- a mail shows none
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g

/** One line without control characters, for a header; truncated if too long. */
export function shortenToLine(text: string): string {
  const line = text
    .slice(0, 20 * MAX_SUBJECT_LENGTH)
    .replace(CONTROL, ' ')
    .replace(/[ \n]+/g, ' ')
    .trim()
    .toWellFormed()
  const characters = [...line]
  return characters.length <= MAX_SUBJECT_LENGTH
    ? line
    : `${characters
        .slice(0, MAX_SUBJECT_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Wraps lines at spaces, keeps the indentation with which a line began, and leaves at most one empty line. Text without spaces, such as a
 * URL, stays whole.
 */
export function wrapText(text: string, direction: 'ltr' | 'rtl' = 'ltr'): string {
  const mark = direction === 'rtl' ? RIGHT_TO_LEFT_MARK : ''
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, ' ')
    .toWellFormed()
    .split('\n')
    .flatMap((line) => wrapLine(line, LINE_LENGTH - mark.length))
    .map((line) => (ARABIC.test(line) ? `${mark}${line}` : line))
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** List marker or indentation at the start of a line; bounded, so that a line of dashes does not indent what follows. */
const LEAD = /^(?:[-*•] | ){0,12}/

function wrapLine(line: string, length: number): string[] {
  const trimmed = line.trimEnd()
  if (trimmed.length <= length) return [trimmed]
  const lead = LEAD.exec(trimmed)?.[0] ?? ''
  const indent = ' '.repeat(lead.length)
  const [first = '', ...words] = trimmed.slice(lead.length).split(' ')
  const lines: string[] = []
  let current = lead + first
  for (const word of words) {
    if (current.length + 1 + word.length > length) {
      lines.push(current.trimEnd())
      current = indent + word
    } else current = `${current} ${word}`
  }
  return [...lines, current.trimEnd()]
}
