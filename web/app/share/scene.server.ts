import type { PictureScene } from '../../../src/features/site/rendering/visit.ts'
import type { Language } from '../../../src/messages/languages.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import { buildHeroView } from '../city/view/hero.ts'
import { buildNowView } from '../city/view/now.ts'
import { describeOutlook } from '../city/view/outlook.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { buildExpiryHeader, PICTURE, readShared, toFailureResponse, type SharedPlace } from './shared-place.server.ts'

/** `/share/{place}`: what the picture of a place shows, as JSON (`PictureScene`). */
export async function respondWithScene(request: Request, context: Context): Promise<Response> {
  try {
    const shared = await readShared(request, context, PICTURE, drawable)
    const { siteName, publicOrigin } = context.get(visitContext)
    return Response.json(buildPictureScene(shared, [siteName, new URL(publicOrigin).host]), { headers: buildExpiryHeader(shared) })
  } catch (failure) {
    return toFailureResponse(failure)
  }
}

/** The fonts of pictures have no Japanese: its letters alone take more than all others. */
const drawable = (lang: Language): Language => (lang === 'ja' ? 'en' : lang)

export function buildPictureScene({ point, known, weather, teller, credits, asOf }: SharedPlace, site: readonly string[]): PictureScene {
  const { current } = weather
  const { range, sky, light } = buildHeroView(weather, point, teller)
  return {
    direction: getTranslator(teller.lang).direction,
    names: [known.name, known.plainName, `${point.lat}, ${point.lon}`],
    region: known.region,
    site,
    sky,
    light,
    weather:
      current === null || current.temperature === null
        ? null
        : {
            ...partsOf(current, teller),
            outlook: describeOutlook(weather, teller),
            range,
            asOf,
            credit: credits.map(({ text }) => text).join(' · '),
          },
  }
}

function partsOf(current: NonNullable<SharedPlace['weather']['current']>, teller: SharedPlace['teller']) {
  const { temperature, unit, icon, words } = buildNowView(current, teller)
  return { temperature, unit, icon, words: current.description === null ? '' : words }
}
