import { fileURLToPath } from 'node:url'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { loadConfig } from '../../src/config/config.ts'
import { readEnvironment } from '../../src/config/env.ts'
import { respondHere, type SiteBundle } from '../../src/features/site/rendering/index.ts'
import { serveInProcess } from '../../src/commands/serve.ts'

/**
 * The service with pages rendered from their sources; a browser shows changes as soon as they are saved. `npm run dev` starts it on the simulators.
 */
const root = fileURLToPath(new URL('../../web/', import.meta.url))
process.chdir(root)
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { port: 0 } } })
const renderer = vite.environments.ssr
if (renderer === undefined || !isRunnableDevEnvironment(renderer)) throw new Error('Vite has no environment to render in')

const site: SiteBundle = {
  filesDir: `${root}public/`,
  respond: respondHere(() => renderer.runner.import('./app/server.ts')),
  sources: (request, response, next) => {
    vite.middlewares(request, response, next)
  },
}
process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
await serveInProcess(loadConfig(readEnvironment()), site)
