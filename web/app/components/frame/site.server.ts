import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { formatLanguageName } from '../../../../src/messages/locale.ts'
import { getAreaMessages, getTranslator } from '../../../../src/messages/messages.ts'
import { createVisitApi } from '../../api/server.ts'
import { visitContext, type Context } from '../../visit/context.ts'
import { resolveReader } from '../../visit/reader.server.ts'
import { MAX_SUGGESTIONS } from '../search/suggestion.ts'

const OWN_NAMES = LANGUAGES.map((each) => ({ lang: each, name: formatLanguageName(each) }))

/** Data of every public page: its reader, and the texts of the frame. */
export type Site = Awaited<ReturnType<typeof loadSite>>

export async function loadSite(request: Request, context: Context) {
  const { siteName, publicOrigin, isBot } = context.get(visitContext)
  const reader = await resolveReader(request, context)
  const { t, direction } = getTranslator(reader.lang)
  // What a page without weather tells a crawler: that it is shown only what is stored.
  const uncached = { awayTitle: t('failure.uncached.title'), awayText: t('failure.uncached.text') }
  const { pages } = await createVisitApi(context)
    .get('/api/pages', { query: { lang: reader.lang } })
    .catch(() => ({ pages: [] }))
  return {
    siteName,
    publicOrigin,
    isBot,
    ...reader,
    direction,
    languages: OWN_NAMES,
    messages: isBot ? { ...getAreaMessages(reader.lang, 'frame'), ...uncached } : getAreaMessages(reader.lang, 'frame'),
    search: {
      ...getAreaMessages(reader.lang, 'search'),
      saved: t('places.title'),
      /** What to say of one place found, of two, and so on. */
      found: Array.from({ length: MAX_SUGGESTIONS }, (_, i) => t('count.placesFound', { n: i + 1 })),
    },
    pages: pages.map(({ slug, title }) => ({ slug, title })),
  }
}
