import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiFailure } from './api/ask.ts'
import { withModulesLast } from './low-priority.server.ts'
import { visitContext, type Context } from './visit/context.ts'

/** For a page that would never end; longer than REQUEST_TIMEOUT_MS may be. Whatever a page waits for has a shorter limit of its own. */
const RENDER_TIMEOUT_MS = 130_000
/** The limit for streamed data. */
export const streamTimeout = RENDER_TIMEOUT_MS

/**
 * Renders the whole page before the first byte is sent, so that status and headers are correct and nothing depends on scripts. Pages can
 * opt into streaming.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, isEarly } = context.get(visitContext)
  let failed = status
  const page = await renderToReadableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
    nonce,
    signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    onError() {
      failed = 500
    },
  })
  if (!isEarly()) await page.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(withModulesLast(page), { status: failed, headers })
}

interface Handled {
  readonly request: Request
  readonly context: Context
}

/** Ignores refusals of the API, which are logged there, visitors who left, and unknown addresses: none is a defect. */
export function handleError(error: unknown, { request, context }: Handled): void {
  if (request.signal.aborted || error instanceof ApiFailure || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(visitContext).failed(error)
}
