import type { RouterContextProvider } from 'react-router'
import { visitContext } from '../visit/context.ts'
import { type Api, createApi } from './ask.ts'

/** The API for a loader or an action: called in-process, on behalf of the visitor. */
export function apiOf(context: Readonly<RouterContextProvider>): Api {
  const visit = context.get(visitContext)
  return createApi((request) => visit.ask(request))
}
