import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { getTranslator } from '../../../src/messages/messages.ts'
import sprite from '../../public/weather-icons.svg?raw'
import heroStyle from '../city/parts/hero.module.css?inline'
import { buildNowView } from '../city/view/now.ts'
import iconStyle from '../components/weather-icon.module.css?inline'
import scales from '../styles/scales.css?inline'
import tokens from '../styles/tokens.css?inline'
import { writeCityPath } from '../visit/city-path.ts'
import { visitContext, type Context } from '../visit/context.ts'
import embedStyle from './embed.css?inline'
import { Embed, buildEmbedView } from './embed.tsx'
import { buildExpiryHeader, readShared, toFailureResponse } from './shared-place.server.ts'

const STYLE = [tokens, scales, iconStyle, heroStyle, embedStyle].join('\n')
/** No scripts, no cookies, nothing from elsewhere: the page around a frame cannot look into it, and it cannot look out. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

/** `/embed/{place}`: the weather of a place as a page for frames of other sites. */
export async function respondWithEmbed(request: Request, context: Context): Promise<Response> {
  try {
    const shared = await readShared(request, context, 'embed')
    const { known, point, teller, weather } = shared
    const { siteName, publicOrigin } = context.get(visitContext)
    const query = new URL(request.url).searchParams
    const isSmall = query.get('size') === 'small'
    const embed = {
      ...buildEmbedView(shared, isSmall ? 0 : Number(query.get('days') ?? 5)),
      now: weather.current === null ? null : buildNowView(weather.current, teller),
      isSmall,
      lang: teller.lang,
      direction: getTranslator(teller.lang).direction,
      theme: query.get('theme') ?? 'auto',
      page: `${publicOrigin}${writeCityPath({ ...point, name: known.addressName })}?lang=${teller.lang}`,
      siteName,
    }
    const html = renderToStaticMarkup(<Embed embed={embed} style={STYLE} />)
    return new Response(`<!doctype html>${withIcons(html)}`, {
      headers: { 'content-security-policy': POLICY, ...buildExpiryHeader(shared) },
    })
  } catch (failure) {
    return toFailureResponse(failure)
  }
}

const SYMBOLS = new Map([...sprite.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([symbol, name = '']) => [name, symbol]))
const USED = /href="\/weather-icons\.svg#([\w-]+)"/g

/** The page with its icons in it: a frame in a sandbox may not load them. */
function withIcons(html: string): string {
  const names = new Set([...html.matchAll(USED)].map(([, name = '']) => name))
  const symbols = [...names].map((name) => SYMBOLS.get(name) ?? '').join('')
  return html.replace(USED, 'href="#$1"').replace('</body>', () => `<svg class="unseen" aria-hidden="true">${symbols}</svg></body>`)
}
