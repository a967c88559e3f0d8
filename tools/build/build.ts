import { buildPages } from './pages.ts'
import { buildService } from './service.ts'

/** Builds the pages and the service if their sources have changed, as `npm start` does. */
export async function build(): Promise<void> {
  await Promise.all([buildPages(), buildService()])
}
