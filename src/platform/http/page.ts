import type { FastifyReply } from 'fastify'
import { html, type Html, trustedHtml } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { createNonce, pageCsp } from './security-headers.ts'

/** A page without scripts: what people see when they follow a link of a mail, or read a text of the site. */
export interface Page {
  /** BCP 47. */
  readonly lang: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly description?: string
  /** Whether search engines may list it; a page with a token in its address never. */
  readonly indexable: boolean
  readonly body: Html
  /** Name of the site. */
  readonly siteName: string
  /** At its foot. */
  readonly links?: readonly { readonly href: string; readonly text: string }[]
}

/** As in `web/public/icons.svg`; it says nothing to those who hear the page. */
const LOGO = trustedHtml(
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">' +
    '<path d="M3 8c3-3.5 6-3.5 9 0s6 3.5 9 0M3 13c3-3.5 6-3.5 9 0s6 3.5 9 0M3 18c3-3.5 6-3.5 9 0s6 3.5 9 0"/></svg>',
)

/** The whole document. No script, nothing from elsewhere; the style carries the policy's nonce. */
export function renderPage({ lang, direction, title, description, indexable, body, siteName, links = [] }: Page, nonce: string): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${!indexable && html`<meta name="robots" content="noindex, nofollow" />`}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <title>${title} · ${siteName}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        <style nonce="${nonce}">
          ${PAGE_STYLE}
        </style>
      </head>
      <body>
        <header>
          <a class="service" href="/">${LOGO}${siteName}</a>
        </header>
        <main>
          <div class="card">
            <h1>${title}</h1>
            ${body}
          </div>
        </main>
        ${
          links.length > 0 &&
          html`<footer>
            <nav aria-label="${siteName}">${links.map(({ href, text }) => html`<a href="${href}">${text}</a>`)}</nav>
          </footer>`
        }
      </body>
    </html> `.markup
}

/** Sends a page under the policy of pages, with a nonce of its own. Status and caching are the caller's. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = createNonce()
  return (
    reply
      .header('content-security-policy', pageCsp(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      // A route that answers JSON as well has a schema for that.
      .serializer((payload: unknown) => payload as string)
      .send(renderPage(page, nonce))
  )
}
