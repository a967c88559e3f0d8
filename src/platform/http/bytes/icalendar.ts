/** One content line (RFC 5545 §3.1). */
export type CalendarLine = string

const LINE_OCTETS = 75
// oxlint-disable-next-line no-control-regex -- those that text may not contain
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g

/** A property whose value is text (§3.3.11), of any characters. */
export function writeTextProperty(name: string, text: string): CalendarLine {
  const escaped = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
  return `${name}:${escaped}`
}

/** A property whose value is an instant in UTC (§3.3.5); `at` is epoch milliseconds. */
export function writeInstantProperty(name: string, at: number): CalendarLine {
  return `${name}:${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** A property whose value is a calendar day, `2026-11-21` (§3.3.4). */
export function writeDayProperty(name: string, day: string): CalendarLine {
  return `${name};VALUE=DATE:${day.replaceAll('-', '')}`
}

/** A component with its lines, and those of components in it. */
export function writeCalendarComponent(name: string, ...lines: readonly CalendarLine[]): CalendarLine[] {
  return [`BEGIN:${name}`, ...lines, `END:${name}`]
}

/** The lines as a stream: folded to 75 octets each, never within a character. */
export function foldCalendarLines(lines: readonly CalendarLine[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line
  let text = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += length
  }
  return text
}
