import type { Feature, Foundation } from '../../../foundation.ts'
import type { Documents } from '../rendering/index.ts'
import { createPictures } from './pictures.ts'
import { registerSharing } from './routes.ts'

/** What other sites and programs show of a place: pictures for link previews, and frames. */
export function openSharing(foundation: Foundation, { documents }: { readonly documents: Documents }) {
  const pictures = createPictures()
  return {
    routes: (app) => registerSharing(app, documents, pictures, foundation),
    close: pictures.close,
  } satisfies Feature
}
