import { renderToStaticMarkup } from 'react-dom/server'
import type { LoaderFunctionArgs } from 'react-router'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi, toPageFailure } from '../api/server.ts'
import { resolvePagePlace } from '../city/page-place.server.ts'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import { MadePage } from './made-page.server.tsx'
import { buildMadeView } from './view.server.ts'

/** How the forecast of a place is made, as HTML: it has nothing that would need a script. From what is stored, so that it costs no call of a provider. */
export async function loadMade({ request, params, context }: LoaderFunctionArgs) {
  const reader = await resolveReader(request, context)
  const { lang, locale, hour12, units } = reader
  const { t } = getTranslator(lang)
  const api = createVisitApi(context)
  const { place, point, path } = await resolvePagePlace(api, { request, params }, reader, '/sources')
  try {
    const answer = await api.get('/api/weather/blend', { query: { lat: point.lat, lon: point.lon, units } })
    const { now } = context.get(visitContext)
    const view = buildMadeView(answer, { t, lang, locale, hour12, zone: answer.blend.timezone ?? 'UTC', now })
    const title = t('made.title', { place: place.name })
    return {
      head: buildPageHead(context, { title, description: view.what, path: `${path}/sources`, lang, isIndexed: false }),
      html: renderToStaticMarkup(
        <MadePage title={title} place={{ name: place.name, path }} view={view} words={getAreaMessages(lang, 'madePage')} />,
      ),
    }
  } catch (error) {
    throw toPageFailure(error)
  }
}
