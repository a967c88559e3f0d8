import { createContext } from 'react-router'
import type { Visit } from '../../../src/features/site/rendering/visit.ts'

export type { Visit }

/** The current visit, for loaders and actions: `context.get(visitContext)`. */
export const visitContext = createContext<Visit>()
