import type { FastifyReply } from 'fastify'
import { createNonce, writePageCsp } from '../../../platform/http/server/security-headers.ts'

/** Safe markup. */
interface Html {
  readonly markup: string
}

/** A value in a template: text is escaped, markup is not, null, undefined and false render nothing. */
type Piece = string | number | Html | null | undefined | false | readonly Piece[]

/** A page for when the site's own pages cannot be rendered. No scripts, no external resources, not indexed. */
export interface PlainPage {
  /** BCP 47. */
  readonly lang: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly body: Html
  /** Name of the site. */
  readonly siteName: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup from a template literal. Interpolated values are escaped for content and quoted attributes unless they are markup themselves. */
export function html(literal: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { markup: literal.map((text, i) => text + markupOf(pieces[i])).join('') }
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number')
    return String(piece)
      .toWellFormed()
      .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('')
}

/** The whole document; the style carries the policy's nonce. */
export function renderPage({ lang, direction, title, body, siteName }: PlainPage, nonce: string): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <title>${title} · ${siteName}</title>
        <style nonce="${nonce}">
          body {
            max-width: 46rem;
            margin: 0 auto;
            padding: 1rem;
            font:
              1rem/1.5 system-ui,
              sans-serif;
            overflow-wrap: anywhere;
          }
          button {
            min-height: 2.75rem;
            padding: 0.4rem 1.1rem;
            font: inherit;
          }
        </style>
      </head>
      <body>
        <header><a href="/">${siteName}</a></header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.markup
}

/** Sends a page with the page CSP and a fresh nonce. The caller sets status and caching. */
export function sendPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const nonce = createNonce()
  return (
    reply
      .header('content-security-policy', writePageCsp(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      // A route that also returns JSON would otherwise serialise by its schema.
      .serializer((payload: unknown) => payload as string)
      .send(renderPage(page, nonce))
  )
}
