import { asAsciiHtml } from './fragment-cache.ts'

/** How much longer a fragment may become for the sake of one byte a character in memory. */
const MAX_GROWTH = 1.05

/**
 * Characters beyond ASCII as references where they are few: the engine then keeps one byte for each character. Where they are many, as in
 * Japanese and Arabic, the mail would become longer by it, and Gmail cuts off long ones.
 */
export function compactHtml(html: string): string {
  const ascii = asAsciiHtml(html)
  return Buffer.byteLength(ascii) <= MAX_GROWTH * Buffer.byteLength(html) ? ascii : html
}
