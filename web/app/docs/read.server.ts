import type { RouterContextProvider } from 'react-router'
import { pageFailure } from '../api/server.ts'
import { ApiFailure } from '../api/ask.ts'
import { visitContext } from '../visit/context.ts'
import type { ApiDocument } from './document.ts'
import { type Section, sectionsOf } from './operations.ts'

export interface Documentation {
  readonly info: ApiDocument['info']
  readonly origin: string
  readonly sections: readonly Section[]
}

/** The API's own OpenAPI document. */
export async function readDocumentation(context: Readonly<RouterContextProvider>): Promise<Documentation> {
  const { ask, publicOrigin: origin } = context.get(visitContext)
  const reply = await ask({ method: 'GET', path: '/api/openapi.json' })
  if (reply.status !== 200) throw pageFailure(new ApiFailure(reply))
  const document = reply.body as ApiDocument
  return { info: document.info, origin, sections: sectionsOf(document, origin) }
}
