import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { acceptedLanguages } from '../../../platform/http/bytes/accept-language.ts'
import { isLanguage } from '../../../messages/languages.ts'
import type { VisitFacts } from './render-messages.ts'
import { MINUTE_MS } from '../../../time.ts'

/** A page as it was rendered for the first visitor. */
interface KeptPage {
  readonly status: number
  readonly headers: Headers
  /** Split at the nonce: each copy is sent with its own. */
  readonly parts: readonly string[]
}

/** Maximum age of the pages, and so of their other contents (limits, names of texts). */
const KEPT_MS = MINUTE_MS
/** Paths times languages times themes, with some to spare. */
const MAX_PAGES = 200
const MAX_BYTES = 32_000_000

type Respond = (request: Request) => Promise<Response>

/**
 * Caches pages that are the same for every reader of one language and theme; rendering a page of the API documentation takes some
 * thirty milliseconds of processor time. Answers the page of `request`, calling `respond` when it was not rendered within the last minute.
 */
export function createKeptPages(): (request: Request, visit: Pick<VisitFacts, 'nonce' | 'isBot'>, respond: Respond) => Promise<Response> {
  const pages = createMemoryCache<string, KeptPage>(
    'pages',
    MAX_BYTES,
    // Two bytes per character.
    ({ parts }) => parts.reduce((sum, { length }) => sum + length * 2, 2),
    {
      max: MAX_PAGES,
      ttl: KEPT_MS,
    },
  )
  const making = new Map<string, Promise<KeptPage>>()

  function make(key: string, request: Request, nonce: string, respond: Respond): Promise<KeptPage> {
    const page = respond(request)
      .then(async (response) => ({ status: response.status, headers: response.headers, parts: (await response.text()).split(nonce) }))
      .finally(() => making.delete(key))
    making.set(key, page)
    return page
  }

  return async (request, { nonce, isBot }, respond) => {
    const plain = forAnybody(request)
    const key = `${plain.url} ${plain.headers.get('cookie')} ${isBot}`
    const page = pages.get(key) ?? (await (making.get(key) ?? make(key, plain, nonce, respond)))
    if (page.status === 200) pages.set(key, page, { noUpdateTTL: true })
    return new Response(page.parts.join(nonce), { status: page.status, headers: page.headers })
  }
}

/** The request reduced to language and theme, of which there are few combinations. */
function forAnybody(request: Request): Request {
  const url = new URL(request.url)
  const chosen = chosenIn(request.headers.get('cookie') ?? '')
  const asked = [
    url.searchParams.get('lang'),
    chosen.get('lang'),
    ...acceptedLanguages(request.headers.get('accept-language') ?? undefined),
  ]
  const lang = asked.map((tag) => tag?.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en'
  const theme = ['light', 'dark'].find((each) => each === chosen.get('theme')) ?? 'auto'
  const cookie = `site_preferences=${encodeURIComponent(`theme=${theme}`)}`
  return new Request(`${url.origin}${url.pathname}?lang=${lang}`, { headers: { cookie } })
}

/** What the visitor chose on the settings page. */
function chosenIn(cookies: string): URLSearchParams {
  const [, value = ''] = /(?:^|;\s*)site_preferences=([^;]*)/.exec(cookies) ?? []
  try {
    return new URLSearchParams(decodeURIComponent(value))
  } catch {
    return new URLSearchParams()
  }
}
