import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Visit } from './visit.ts'

/** What `npm run build` makes of `web/`. */
export interface SiteBundle {
  /** Folder of the files that browsers load. */
  readonly filesDir: string
  /** Answers a request for a page. */
  respond(request: Request, visit: Visit): Promise<Response>
  /** While the pages are worked on: serves their sources; calls `next` for what is none. */
  readonly sources?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

interface ServerModule {
  respond: SiteBundle['respond']
}

const BUILD = new URL('../../../../web/build/', import.meta.url)

/** The built pages; undefined where they have not been built. The renderer is loaded when the first page is asked for. */
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
