import { createContext, type RouterContextProvider } from 'react-router'
import type { Visit } from '../../../src/features/site/rendering/visit.ts'

export type { Visit }

/** What loaders and actions are given. */
export type Context = Readonly<RouterContextProvider>

/** The current visit, for loaders and actions: `context.get(visitContext)`. */
export const visitContext = createContext<Visit>()

/** The stylesheets of a place's page, for a page whose HTML is made of its components on the server only. */
export const placeStylesContext = createContext<readonly string[]>([])
