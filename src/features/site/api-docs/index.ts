import type { Feature, Foundation } from '../../../foundation.ts'
import { VERSION } from '../../../version.ts'
import { describeApi } from './document.ts'
import { registerApiDocs } from './routes.ts'

/** The API's description, and the pages that show it. `describe` goes before all routes. */
export function openApiDocs({ config, limiter }: Foundation) {
  const { PUBLIC_URL: url } = config
  return {
    // Without a configured public URL the document names no server but the one it was fetched from.
    describe: (app: Parameters<typeof describeApi>[0]) =>
      describeApi(app, { version: VERSION, publicUrl: url === null || url.hostname === 'localhost' ? null : url.origin }),
    routes: (app) => registerApiDocs(app, limiter),
  } satisfies Feature & { describe: unknown }
}
