import type { Feature } from '../../../foundation.ts'
import { registerIcons } from './routes.ts'

export { getIconDrawings } from './drawings.ts'

/** Serves the weather icons. */
export function openIcons() {
  return { routes: registerIcons } satisfies Feature
}
