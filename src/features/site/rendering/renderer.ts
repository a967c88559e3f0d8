import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReportError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { isGzipAccepted } from '../../../platform/http/bytes/compression.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import { RefusedRequest } from '../../../platform/http/server/failure.ts'
import { writeAdPageCsp, createNonce, writePageCsp } from '../../../platform/http/server/security-headers.ts'
import type { Visitor } from './ask.ts'
import type { SiteBundle } from './bundle.ts'
import type { VisitCalls, VisitFacts } from './render-messages.ts'
import { isTextRequest } from './text-clients.ts'
import type { Visit } from './visit.ts'

export interface RendererOptions extends Pick<Foundation, 'config' | 'siteName' | 'clock' | 'onError'> {
  readonly bundle: SiteBundle | undefined
  readonly cachedWeather: VisitCalls['cachedWeather']
  /** Whose weather and tiles the pages show; the list of providers may change at any time. */
  readonly sources: () => Pick<
    Visit,
    'primarySources' | 'tileSource' | 'hasRadar' | 'hasWarningFeeds' | 'hasEmbeds' | 'frontPlace' | 'hasNormals' | 'retentionDays'
  >
}

/** Rendered for one visitor and revalidated before each use; a browser may keep it for going back. */
export const OWN_PAGE = 'private, no-cache'
/** As nginx has it. Nobody receives it. */
const CLIENT_LEFT = 499

/** One visit, as seen by the service. */
export interface ServedVisit {
  readonly facts: VisitFacts
  readonly calls: VisitCalls
  /** Whether its page is streamed while it is rendered. */
  isEarly(): boolean
  /** Aborts when the visitor has left. */
  readonly signal: AbortSignal
}

/** Answers one visit. Status and caching of the reply are decided by the response. */
type Respond = (visit: ServedVisit) => Promise<Response>

/** Builds a visit from a request, has it answered, and sends the response under the policy of pages. */
export type Render = (
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor & Pick<VisitFacts, 'mailed'>,
  respond: Respond,
) => Promise<FastifyReply>

/** Renders pages with the bundle, and failure pages without it. */
export function createRenderer(options: RendererOptions): Render {
  const { bundle, cachedWeather, onError } = options
  return async (request, reply, visitor, respond) => {
    const facts = buildVisitFacts(options, request, visitor)
    const left = new AbortController()
    let policyOf = writePageCsp
    let isEarly = false
    // Who left before this is no longer told.
    if (reply.raw.closed) left.abort()
    else reply.raw.once('close', () => left.abort())
    const response = await respond({
      facts,
      calls: {
        ask: visitor.ask,
        cachedWeather,
        allowAds() {
          policyOf = writeAdPageCsp
        },
        sendEarly() {
          isEarly = true
        },
        failed: (error) => onError(error, `rendering ${request.routeOptions.url ?? 'a page'}`),
      },
      isEarly: () => isEarly,
      signal: left.signal,
    }).catch((error: unknown) => {
      // A page that nobody waits for any more has not failed.
      throw left.signal.aborted ? new RefusedRequest(CLIENT_LEFT, 'The client has left') : error
    })
    // In development the build tool injects its own styles and scripts.
    if (bundle?.sources !== undefined) reply.removeHeader('content-security-policy')
    else if (response.headers.get('content-type')?.startsWith('text/html') === true)
      reply.header('content-security-policy', policyOf(facts.nonce))
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    if (isEarly && response.body !== null) return sendAsMade(request, reply, response.body, onError)
    const body = Buffer.from(await response.arrayBuffer())
    // A redirect has no body, and so no type.
    return reply.send(body.length === 0 ? undefined : body)
  }
}

/** What is known of a visit from its request. */
export function buildVisitFacts(
  { config, siteName, sources, clock }: RendererOptions,
  request: FastifyRequest,
  { isBot, mailed }: Pick<VisitFacts, 'isBot' | 'mailed'>,
): VisitFacts {
  return {
    nonce: createNonce(),
    now: clock.now(),
    siteName: siteName(),
    publicOrigin: request.server.publicOrigin(),
    showDemoCities: config.SHOW_DEMO_POPULAR_SEARCHES,
    ...sources(),
    isBot,
    made: 'page',
    isText: isTextRequest(request),
    isDocument: !request.url.split('?', 1)[0]?.endsWith('.data'),
    mailed,
  }
}

/** Streams a page. The usual compression would hold its first part back until there is more. */
export function sendAsMade(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Response['body'] & object,
  onError: ReportError,
): FastifyReply {
  const parts = Readable.fromWeb(page as ReadableStream)
  addVary(reply, 'accept-encoding')
  if (!isGzipAccepted(request.headers['accept-encoding'])) return reply.send(parts)
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  pipeline(parts, gzip).catch((error: unknown) => {
    if (!reply.raw.destroyed) onError(error, 'sending a page')
  })
  return reply.header('content-encoding', 'gzip').send(gzip)
}
