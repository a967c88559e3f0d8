import { buildPages } from './pages.ts'
import { buildService } from './service.ts'

/** Makes the pages and the service, as `npm start` does, where they are not current. */
export async function build(): Promise<void> {
  await Promise.all([buildPages(), buildService()])
}
