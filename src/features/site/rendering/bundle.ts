import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../errors.ts'
import { createRenderThread } from './render-host.ts'
import type { VisitCalls, VisitFacts } from './render-messages.ts'
import { type ServerModule, visitFrom } from './visit-from.ts'

/** The output of `npm run build` for `web/`. */
export interface SiteBundle {
  /** Folder of the static files for browsers. */
  readonly filesDir: string
  /** Answers a request for a page. */
  respond(request: Request, facts: VisitFacts, calls: VisitCalls): Promise<Response>
  /** Loads the rendering code ahead of the first visitor. */
  warm?(): void
  /** In development: serves the pages' sources; calls `next` for any other path. */
  readonly sources?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const BUILD = new URL('../../../../web/build/', import.meta.url)

/** All services of a process share this thread. */
let thread: ReturnType<typeof createRenderThread> | undefined

/**
 * The built pages; undefined before the build. The rendering code is loaded with the first request for a page. `maxWaitMs`: how long a page may wait
 * for its turn, as the process's first caller says; omitted: five seconds.
 */
export function findBundle(maxWaitMs?: number): SiteBundle | undefined {
  const server = new URL('server/index.js', BUILD)
  if (!existsSync(server)) return undefined
  const renderThread = () => (thread ??= createRenderThread(server, maxWaitMs))
  return {
    filesDir: fileURLToPath(new URL('client/', BUILD)),
    respond: (...visit) => renderThread().respond(...visit),
    warm: () => renderThread().warm(),
  }
}

/** @throws AppError `service_unavailable` before the build */
export function assertBuilt(bundle: SiteBundle | undefined): asserts bundle {
  if (bundle === undefined) throw new AppError('service_unavailable', 'The pages have not been built: npm run build')
}

/** Renders the pages of a module in the serving thread: for development, where the module changes. */
export function respondHere(load: () => Promise<ServerModule>): SiteBundle['respond'] {
  return async (request, facts, calls) => (await load()).respond(request, visitFrom(facts, calls))
}
