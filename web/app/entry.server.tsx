import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { visitContext } from './visit/context.ts'

const RENDER_TIMEOUT_MS = 10_000

/** Renders a page whole before the first byte is sent: its status and headers are then true, and nothing in it depends on scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(visitContext)
  let failed = status
  const page = await renderToReadableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
    nonce,
    signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    onError() {
      failed = 500
    },
  })
  await page.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(page, { status: failed, headers })
}

/** What fails in a loader is logged by the API that failed; a defect of a page is told to the service. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) process.emitWarning(error instanceof Error ? error : String(error), { type: 'PageError' })
}
