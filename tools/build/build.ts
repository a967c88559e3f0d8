import { buildPages } from './pages.ts'
import { buildService } from './service.ts'

/** Builds the pages and the service, as `npm start` does, where their sources have changed. */
export async function build(): Promise<void> {
  await Promise.all([buildPages(), buildService()])
}
