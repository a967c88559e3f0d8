import type { FastifyReply, FastifyRequest } from 'fastify'
import { getTranslator } from '../../../messages/messages.ts'
import { buildRequestVisitor } from './ask.ts'
import { html, sendPage } from './plain-page.ts'
import type { Render, RendererOptions } from './renderer.ts'
import type { MailedPage } from './visit.ts'

/** Sends a page behind a mailed link. Status and the other headers are the caller's. */
export type ShowMailedPage = (request: FastifyRequest, reply: FastifyReply, page: MailedPage) => Promise<FastifyReply>

/** The renderer's route for such pages. No visitor uses this address, so a page cannot leak its link's address. */
const ROUTE = '/mailed'

/**
 * Renders the pages behind mailed links as pages of the site, or as plain HTML: before the build, when rendering fails, and for visitors
 * who are told that the service is busy.
 */
export function createMailedPages({ bundle, siteName, onError }: RendererOptions, render: Render): ShowMailedPage {
  return async (request, reply, page) => {
    if (bundle === undefined || [429, 503].includes(reply.statusCode)) return sendPlain(reply, page, siteName())
    const { cookie = '', 'accept-language': languages = '' } = request.headers
    const url = `${request.server.publicOrigin()}${ROUTE}?lang=${page.lang}`
    try {
      return await render(request, reply, { ...buildRequestVisitor(request), mailed: page }, async ({ facts, calls, signal }) => {
        const headers = { cookie, 'accept-language': languages }
        const response = await bundle.respond(new Request(url, { signal, headers }), facts, calls)
        if (response.status !== 200) throw new Error(`the page behind a link of a mail was rendered with status ${response.status}`)
        return response
      })
    } catch (error) {
      // The link's action has been carried out, so the reader must be told.
      if (!reply.raw.destroyed) onError(error, 'rendering the page behind a link of a mail')
      return sendPlain(reply, page, siteName())
    }
  }
}

/** A plain page with the text and its one form. */
function sendPlain(reply: FastifyReply, { lang, direction, title, note, text, list, form, links }: MailedPage, siteName: string) {
  const lines = [...(note === null ? [] : [note.text, ...note.list]), text, ...list]
  const { t } = getTranslator(lang)
  // The site's own pages have them in their frame.
  const foot = [
    { href: `/?lang=${lang}`, text: t('page.foot.weather') },
    { href: `/pages/privacy?lang=${lang}`, text: t('page.foot.privacy') },
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}
  ${
    form !== null &&
    html`<form method="post" action="${form.action}">
      ${Object.entries(form.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <p><button>${form.button}</button></p>
      <p>${form.until}</p>
    </form>`
  }
  ${[...links, ...foot].map((each) => html`<p><a href="${each.href}">${each.text}</a></p>`)}`
  return sendPage(reply, { lang, direction, title, siteName, body })
}
