import { createRequire } from 'node:module'
import { withoutControls } from '@isobar/weather'
import type * as HtmlParser from 'htmlparser2'

const require = createRequire(import.meta.url)

/** Tags that senders write into texts; anything else in angle brackets is text ("gusts <60 km/h"). */
const TAG = /<\/?(?:a|b|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|span|strong|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/gi
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i
/** Elements that begin a new line. */
const BLOCKS = new Set(['br', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'p', 'table', 'tr'])
const MAX_LENGTH = 20_000

/**
 * A sender's text as plain text: HTML tags and entities resolved, control characters and trailing white space removed, at most one empty line in a row and at most
 * 20,000 characters. Null if nothing is left.
 */
export function toPlainText(text: string | null): string | null {
  if (text === null) return null
  const bounded = text.slice(0, 2 * MAX_LENGTH)
  // After the entities, which may stand for any character.
  const lines = withoutControls(hasMarkup(bounded) ? withoutMarkup(bounded) : bounded).split('\n')
  const tidy = lines
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return tidy.slice(0, MAX_LENGTH) || null
}

/** The same as a single line of at most 500 characters, for titles and names. */
export function toPlainLine(text: string | null): string | null {
  return toPlainText(text)?.replaceAll('\n', ' ').slice(0, 500) ?? null
}

function hasMarkup(text: string): boolean {
  return ENTITY.test(text) || text.search(TAG) >= 0
}

function withoutMarkup(text: string): string {
  let found = ''
  // Loaded only when a feed is read.
  const { Parser } = require('htmlparser2') as typeof HtmlParser
  const parser = new Parser(
    {
      ontext: (part) => void (found += part),
      onopentagname: (name) => void (found += BLOCKS.has(name) ? '\n' : ''),
      onclosetag: (name) => void (found += name === 'td' || name === 'th' ? ' ' : ''),
    },
    { decodeEntities: true },
  )
  parser.write(escapeOthers(text))
  parser.end()
  return found
}

/** Brackets that belong to no tag are text. */
function escapeOthers(text: string): string {
  let end = 0
  let escaped = ''
  for (const { index, 0: tag } of text.matchAll(TAG)) {
    escaped += text.slice(end, index).replaceAll('<', '&lt;') + tag
    end = index + tag.length
  }
  return escaped + text.slice(end).replaceAll('<', '&lt;')
}
