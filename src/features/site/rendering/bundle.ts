import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Visit } from './visit.ts'

/** The output of `npm run build` for `web/`. */
export interface SiteBundle {
  /** Folder of the static files for browsers. */
  readonly filesDir: string
  /** Answers a request for a page. */
  respond(request: Request, visit: Visit): Promise<Response>
  /** In development: serves the pages' sources; calls `next` for any other path. */
  readonly sources?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

interface ServerModule {
  respond: SiteBundle['respond']
}

const BUILD = new URL('../../../../web/build/', import.meta.url)

/** The built pages; undefined before the build. The renderer is loaded with the first request for a page. */
export function findBundle(): SiteBundle | undefined {
  const server = new URL('server/index.js', BUILD)
  if (!existsSync(server)) return undefined
  let loading: Promise<ServerModule> | undefined
  return {
    filesDir: fileURLToPath(new URL('client/', BUILD)),
    async respond(request, visit) {
      loading ??= import(server.href) as Promise<ServerModule>
      return (await loading).respond(request, visit)
    },
  }
}
