import type { FastifyReply } from 'fastify'
import { html, type Html, trustedHtml } from './html.ts'
import { createNonce, pageCsp } from '../server/security-headers.ts'

/** A page for when the site's own pages cannot be rendered. No scripts, no external resources, not indexed. */
interface Page {
  /** BCP 47. */
  readonly lang: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly body: Html
  /** Name of the site. */
  readonly siteName: string
}

/** Uses the site's colours, sizes and radii (`web/app/styles/tokens.css`). */
const PAGE_STYLE = trustedHtml(`
:root { color-scheme: light dark; --page: #eef2f6; --card: #fff; --text: #17212c; --link: #0b5cad; --on-button: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0e131a; --card: #171e27; --text: #e8edf3; --link: #7fbaf7; --on-button: #0b1a29; }
}
body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: .75rem 1rem; }
.service { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; color: var(--text); font-size: 1.25rem; font-weight: 700;
  text-decoration: none; }
.card { background: var(--card); border-radius: .875rem; padding: clamp(1.1rem, 4vw, 2rem); }
h1 { font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.25rem); line-height: 1.2; font-weight: 650; margin: 0 0 .75rem; }
a { color: var(--link); }
a:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
button { font: inherit; font-weight: 600; color: var(--on-button); background: var(--link); border: 0; border-radius: .5rem; min-height: 2.75rem;
  padding: .4rem 1.1rem; cursor: pointer; }
`)

/** As in `web/public/icons.svg`; hidden from screen readers. */
const LOGO = trustedHtml(
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">' +
    '<path d="M3 8c3-3.5 6-3.5 9 0s6 3.5 9 0M3 13c3-3.5 6-3.5 9 0s6 3.5 9 0M3 18c3-3.5 6-3.5 9 0s6 3.5 9 0"/></svg>',
)

/** The whole document; the style carries the policy's nonce. */
export function renderPage({ lang, direction, title, body, siteName }: Page, nonce: string): string {
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
      </body>
    </html> `.markup
}

/** Sends a page with the page CSP and a fresh nonce. The caller sets status and caching. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = createNonce()
  return (
    reply
      .header('content-security-policy', pageCsp(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      // A route that also returns JSON would otherwise serialise by its schema.
      .serializer((payload: unknown) => payload as string)
      .send(renderPage(page, nonce))
  )
}
