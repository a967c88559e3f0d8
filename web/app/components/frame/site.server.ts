import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { ownName } from '../../../../src/messages/locale.ts'
import { messagesOf, translatorOf } from '../../../../src/messages/messages.ts'
import { apiOf } from '../../api/server.ts'
import { visitContext, type Context } from '../../visit/context.ts'
import { readerOf } from '../../visit/reader.server.ts'
import { MAX_SUGGESTIONS } from '../search/suggestion.ts'

const OWN_NAMES = LANGUAGES.map((each) => ({ lang: each, name: ownName(each) }))

/** Data of every public page: its reader, and the texts of the frame. */
export type Site = Awaited<ReturnType<typeof siteOf>>

export async function siteOf(request: Request, context: Context) {
  const { siteName, publicOrigin, isBot } = context.get(visitContext)
  const reader = await readerOf(request, context)
  const { t, direction } = translatorOf(reader.lang)
  const { pages } = await apiOf(context)
    .get('/api/pages', { query: { lang: reader.lang } })
    .catch(() => ({ pages: [] }))
  return {
    siteName,
    publicOrigin,
    isBot,
    ...reader,
    direction,
    languages: OWN_NAMES,
    messages: messagesOf(reader.lang, 'frame'),
    search: {
      ...messagesOf(reader.lang, 'search'),
      saved: t('places.title'),
      /** What to say of one place found, of two, and so on. */
      found: Array.from({ length: MAX_SUGGESTIONS }, (_, i) => t('count.placesFound', { n: i + 1 })),
    },
    pages: pages.map(({ slug, title }) => ({ slug, title })),
  }
}
