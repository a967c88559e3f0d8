import { fileURLToPath } from 'node:url'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { respondHere, type SiteBundle } from '../../src/features/site/rendering/index.ts'

/** The site, rendered from its sources; a browser shows changes as soon as they are saved. */
export async function openSources(): Promise<{ readonly site: SiteBundle; close(): Promise<void> }> {
  const root = fileURLToPath(new URL('../../web/', import.meta.url))
  const before = process.cwd()
  // React Router's plugin looks for its configuration here.
  process.chdir(root)
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { port: 0 } } }).finally(() =>
    process.chdir(before),
  )
  const renderer = vite.environments.ssr
  if (renderer === undefined || !isRunnableDevEnvironment(renderer)) throw new Error('Vite has no environment to render in')
  return {
    site: {
      filesDir: `${root}public/`,
      respond: respondHere(() => renderer.runner.import('./app/server.ts')),
      sources: (request, response, next) => {
        vite.middlewares(request, response, next)
      },
    },
    close: () => vite.close(),
  }
}
