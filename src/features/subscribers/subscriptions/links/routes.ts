import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchLanguage } from '../../../../messages/language-tag.ts'
import { LANGUAGES, type Language } from '../../../../messages/languages.ts'
import { parseAcceptedLanguages, readMediaTypeWeight } from '../../../../platform/http/bytes/accept.ts'
import { PRIVATE_NO_STORE } from '../../../../platform/http/bytes/cache-control.ts'
import { addVary } from '../../../../platform/http/bytes/vary.ts'
import { toFailure } from '../../../../platform/http/server/failure.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { getMailWords } from '../../../mail/catalogue/index.ts'
import type { MailedPage, ShowMailedPage } from '../../../site/rendering/index.ts'
import { buildLinkErrorPage } from './pages.ts'

/** Body limit: twice the size of the largest preferences form. */
const FORM_LIMIT = 128 * 1024

/** Headers of pages behind tokens: no cache, index or referrer may learn the token. */
const PAGE_HEADERS = {
  'cache-control': PRIVATE_NO_STORE,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * A scope for routes behind links in mails: errors are pages unless JSON is requested, and bodies are forms. Any body that a mail provider
 * posts is accepted (RFC 8058: multipart or urlencoded); only urlencoded ones are read.
 */
export function withPages(app: HttpServer, show: ShowMailedPage, add: (scope: HttpServer) => void): void {
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
      const { status, code, retryAfterSeconds } = toFailure(error)
      // The global error handler writes JSON, and logs defects.
      if (code === 'internal_error' || prefersJson(request.headers.accept)) throw error
      // Requests rejected early have not reached the hook above.
      addPageHeaders(reply)
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      const words = getMailWords(preferredLanguage(request.headers['accept-language']))
      return show(request, reply.code(status), buildLinkErrorPage(code, request.method === 'GET', words))
    })
    add(scope)
    done()
  })
}

function addPageHeaders(reply: FastifyReply): void {
  if (!reply.hasHeader('x-robots-tag')) addVary(reply, 'Accept').headers(PAGE_HEADERS)
}

/** The posted form; empty without a body or for another content type. */
export function getPostedForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

/** Sends the page, or JSON to clients that prefer it. */
export function sendEither(
  show: ShowMailedPage,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { readonly page: () => MailedPage; readonly json: () => object },
): FastifyReply | Promise<FastifyReply> {
  return prefersJson(request.headers.accept) ? reply.send(answer.json()) : show(request, reply, answer.page())
}

/** Whether the client prefers JSON to a page. The page is the default. */
function prefersJson(accept: string | undefined): boolean {
  const json = Math.max(...['application/json', 'application/problem+json'].map((type) => readMediaTypeWeight(accept, type)))
  return json > readMediaTypeWeight(accept, 'text/html')
}

/** The language of a page that concerns no known subscriber. */
function preferredLanguage(acceptLanguage: string | undefined): Language {
  for (const tag of parseAcceptedLanguages(acceptLanguage)) {
    const language = matchLanguage(tag)
    // An unsupported language is matched to English; the client may list a supported one after it.
    const spoken = LANGUAGES.find((each) => each === language && tag.toLowerCase().startsWith(each))
    if (spoken !== undefined) return spoken
  }
  return 'en'
}
