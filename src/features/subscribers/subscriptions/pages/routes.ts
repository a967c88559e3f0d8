import type { FastifyReply, FastifyRequest } from 'fastify'
import { PRIVATE_NO_STORE } from '../../../../platform/http/cache-control.ts'
import { failureOf } from '../../../../platform/http/failure.ts'
import type { HttpServer } from '../../../../platform/http/http-server.ts'
import { sendPage } from '../../../../platform/http/page.ts'
import { addVary } from '../../../../platform/http/vary.ts'
import { type MailWords, mailWords } from '../../../mail/catalogue/index.ts'
import { prefersJson, preferredLanguage } from '../accept.ts'
import { errorPage } from './error.ts'
import type { SubscriberPage } from './subscriber-page.ts'

/** A form of the whole preferences page, with as many places as an address can have, is half of it. */
const FORM_LIMIT = 128 * 1024

/** As much as the page of a token may be told apart from the API: by nobody's cache, index or referrer. */
const PAGE_HEADERS = {
  'cache-control': PRIVATE_NO_STORE,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Answers people who follow a link of a mail. */
export interface Pages {
  send(reply: FastifyReply, page: SubscriberPage): FastifyReply
  /** The page, or the same as JSON for whoever asks for that. */
  sendEither(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { readonly page: () => SubscriberPage; readonly json: () => object },
  ): FastifyReply
}

/**
 * A scope for routes that people reach from their mail: errors are pages unless JSON is asked for, and bodies are forms. Whatever a mail
 * provider posts (RFC 8058: multipart or urlencoded) is taken; what is not urlencoded is not looked at.
 */
export function withPages(app: HttpServer, siteName: () => string, add: (scope: HttpServer, pages: Pages) => void): void {
  const pages = createPages(siteName)
  void app.register((scope: HttpServer, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, parsed) => {
        parsed(null, new URLSearchParams(String(body)))
      },
    )
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, _body, parsed) => {
      parsed(null, new URLSearchParams())
    })
    scope.addHook('onRequest', (_request, reply, next) => {
      addPageHeaders(reply)
      next()
    })
    scope.setErrorHandler((error, request, reply) => {
      const { status, code, retryAfterSeconds } = failureOf(error)
      // The handler of all routes writes JSON, and logs what is a defect.
      if (code === 'internal_error' || prefersJson(request.headers.accept)) throw error
      // What is refused on entry has not come to the hook above.
      addPageHeaders(reply)
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      const words = mailWords(preferredLanguage(request.headers['accept-language']), 'metric')
      return pages.send(reply.code(status), errorPage(code, request.method === 'GET', words))
    })
    add(scope, pages)
    done()
  })
}

function addPageHeaders(reply: FastifyReply): void {
  if (!reply.hasHeader('x-robots-tag')) addVary(reply, 'Accept').headers(PAGE_HEADERS)
}

/** The form that was sent; empty for a body of another kind, or none. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

function createPages(siteName: () => string): Pages {
  const pages: Pages = {
    send: (reply, { title, words, body }) =>
      sendPage(reply, {
        lang: words.language,
        direction: words.direction,
        title,
        body,
        indexable: false,
        siteName: siteName(),
        links: footLinks(words),
      }),
    sendEither: (request, reply, { page, json }) => (prefersJson(request.headers.accept) ? reply.send(json()) : pages.send(reply, page())),
  }
  return pages
}

/** Whoever has come from a mail finds the weather, and what becomes of the address. */
function footLinks(words: MailWords) {
  const lang = words.language
  return [
    { href: `/?lang=${lang}`, text: words.t('page.foot.weather') },
    { href: `/pages/privacy?lang=${lang}`, text: words.t('page.foot.privacy') },
  ]
}
