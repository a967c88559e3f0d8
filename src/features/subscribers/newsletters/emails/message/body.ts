import { LRUCache } from 'lru-cache'
import type sanitizeHtml from 'sanitize-html'
import { loadHtmlTools } from '../../../../../platform/html-tools.ts'

/** No images: a mail loads nothing. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 's', 'a'],
  allowedAttributes: { a: ['href', 'title'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { h1: 'h2' },
}

/** Cached: a message to a million readers is converted once. */
const made = new LRUCache<string, string>({ max: 10 })

/** The body of a message as HTML that is safe to be mailed. */
export function renderMessageHtml(body: string): string {
  let html = made.get(body)
  if (html === undefined) {
    const { markdown, sanitize } = loadHtmlTools()
    html = sanitize(markdown.render(body), RULES)
    made.set(body, html)
  }
  return html
}

const PREHEADER_LENGTH = 120

/** Characters of HTML, more than the preheader needs. */
const PREHEADER_SOURCE = 4_000
const PARTS_WORDS: ReadonlySet<string> = new Set(['h2', 'h3', 'p', 'br', 'hr', 'li', 'blockquote', 'pre'])

/** The beginning of a message's body, on one line, without markup. */
export function extractPreheader(html: string): string {
  let text = ''
  const part = (name: string): void => void (PARTS_WORDS.has(name) && (text += ' '))
  const { Parser } = loadHtmlTools()
  const parser = new Parser({ ontext: (words) => void (text += words), onopentagname: part, onclosetag: part })
  parser.end(html.slice(0, PREHEADER_SOURCE))
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, PREHEADER_LENGTH).join('')
}
