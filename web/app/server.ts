import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { type Visit, visitContext } from './visit/context.ts'

const handle = createRequestHandler(build as unknown as ServerBuild, import.meta.env.MODE)

/** Answers a request for a page. This is all that the service knows of the web. */
export function respond(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return handle(request, context)
}
