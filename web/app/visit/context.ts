import { createContext } from 'react-router'
import type { Visit } from '../../../src/features/site/rendering/visit.ts'

export type { Visit }

/** The current visit, for loaders and actions: `context.get(visitContext)`. */
export const visitContext = createContext<Visit>()

/** The stylesheets of a place's page, for a page whose HTML is made of its components on the server only. */
export const placeStylesContext = createContext<readonly string[]>([])
