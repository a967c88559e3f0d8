import type { Feature } from '../../../foundation.ts'
import { registerIcons } from './routes.ts'

/** Drawings of the weather. */
export function openIcons() {
  return { routes: registerIcons } satisfies Feature
}
