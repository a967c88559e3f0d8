import type { RouterContextProvider } from 'react-router'
import { apiOf } from '../../api/server.ts'
import { frame } from '../../i18n/frame.server.ts'
import { visitContext } from '../../visit/context.ts'
import { readerOf } from '../../visit/reader.server.ts'

/** Data of every public page: its reader, and the texts of the frame. */
export type Site = Awaited<ReturnType<typeof siteOf>>

export async function siteOf(request: Request, context: Readonly<RouterContextProvider>) {
  const { siteName, publicOrigin, isBot } = context.get(visitContext)
  const reader = await readerOf(request, context)
  const { pages } = await apiOf(context)
    .get('/api/pages', { query: { lang: reader.lang } })
    .catch(() => ({ pages: [] }))
  return {
    siteName,
    publicOrigin,
    isBot,
    ...reader,
    m: frame[reader.lang],
    pages: pages.map(({ slug, title }) => ({ slug, title })),
  }
}
