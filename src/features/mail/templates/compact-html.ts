import { asAsciiHtml } from './fragment-cache.ts'

/** How much longer a fragment may become to take one byte per character in memory. */
const MAX_GROWTH = 1.05

/**
 * Encodes non-ASCII characters as references if there are few: V8 then stores one byte per character. If there are many, as in Japanese and
 * Arabic, the mail would grow, and Gmail clips long mails.
 */
export function compactHtml(html: string): string {
  const ascii = asAsciiHtml(html)
  return Buffer.byteLength(ascii) <= MAX_GROWTH * Buffer.byteLength(html) ? ascii : html
}
