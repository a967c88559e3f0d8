import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { respondWithMeteogram } from './city/meteogram/respond.server.ts'
import { respondWithEmbed } from './share/embed.server.tsx'
import { respondWithScene } from './share/scene.server.ts'
import { respondInText } from './terminal/respond.server.ts'
import { placeStylesContext, type Visit, visitContext } from './visit/context.ts'

const { root, 'routes/city': place } = (build as unknown as ServerBuild).assets.routes
const placeStyles = place?.css?.filter((href) => root?.css?.includes(href) !== true) ?? []

const handle = createRequestHandler(build as unknown as ServerBuild, import.meta.env.MODE)

/** Answers a request for a page. The service's only entry point to the web code. */
export function respond(request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  context.set(placeStylesContext, placeStyles)
  // Before the router, whose list of routes every page loads.
  switch (visit.made) {
    case 'meteogram':
      return respondWithMeteogram(request, context)
    case 'scene':
      return respondWithScene(request, context)
    case 'embed':
      return respondWithEmbed(request, context)
    case 'page':
      return visit.isText ? respondInText(request, context) : handle(request, context)
  }
}
