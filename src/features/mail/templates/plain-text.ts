/** RFC 5322 §2.1.1 asks for lines of no more than 78 characters. */
const LINE_LENGTH = 76
const MAX_SUBJECT_LENGTH = 150
// oxlint-disable-next-line no-control-regex -- a mail shows none
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g

/** One line without control characters, for a header: cut where it is too long. */
export function oneLine(text: string): string {
  const line = text
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
 * Wraps lines at spaces, goes on at the indentation that a line began with, and leaves at most one empty line. What has no space, such as
 * an address, is left whole.
 */
export function wrapText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(CONTROL, ' ').toWellFormed().split('\n').flatMap(wrapLine)
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function wrapLine(line: string): string[] {
  const trimmed = line.trimEnd()
  if (trimmed.length <= LINE_LENGTH) return [trimmed]
  const indent = /^(?:[-*•] | )*/.exec(trimmed)?.[0].replaceAll(/[-*•]/g, ' ') ?? ''
  const lines: string[] = []
  let current = ''
  for (const word of trimmed.split(' ')) {
    if (current.trim() !== '' && current.length + 1 + word.length > LINE_LENGTH) {
      lines.push(current.trimEnd())
      current = indent + word
    } else current = current === '' && lines.length === 0 ? word : `${current} ${word}`
  }
  return [...lines, current]
}
