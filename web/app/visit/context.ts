import { createContext } from 'react-router'
import type { Visit } from '../../../src/features/site/rendering/visit.ts'

export type { Visit }

/** Where loaders and actions find the visit that they answer: `context.get(visitContext)`. */
export const visitContext = createContext<Visit>()
