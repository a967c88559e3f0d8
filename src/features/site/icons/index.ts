import type { Feature } from '../../../foundation.ts'
import { registerIcons } from './routes.ts'

/** Serves the weather icons. */
export function openIcons() {
  return { routes: registerIcons } satisfies Feature
}
