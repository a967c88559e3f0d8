import { isLanguage, type Language } from '../../../src/messages/languages.ts'
import { formatLocale, hasTwelveHourClock } from '../../../src/messages/locale.ts'
import { parseAcceptedLanguages } from '../../../src/platform/http/bytes/accept.ts'
import type { Answer } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { createKeyedCache } from '../format/cached.ts'
import { type Visit, visitContext, type Context } from './context.ts'
import { type Chosen, parsePreferencesCookie, type Units } from './preferences.ts'

/** The reader of a page: everything that determines its texts and number formats. */
export interface Reader {
  readonly chosen: Chosen
  readonly lang: Language
  /** BCP 47, for numbers and times: the visitor's own variant of `lang`, such as en-GB. */
  readonly locale: string
  readonly units: Units
  readonly hour12: boolean
}

/**
 * Language: `?lang=`, the visitor's choice, then the browser's preference. Units: the visitor's choice, then their country's usual ones.
 */
export async function resolveReader(request: Request, context: Context): Promise<Reader> {
  const chosen = parsePreferencesCookie(request.headers.get('cookie'))
  const asked = new URL(request.url).searchParams.get('lang')
  const wanted = parseAcceptedLanguages(request.headers.get('accept-language') ?? undefined).filter(isTag)
  const lang = isLanguage(asked) ? asked : (chosen.lang ?? wanted.map(baseOf).find(isLanguage) ?? 'en')
  const locale = formatLocale(lang, wanted.find((tag) => baseOf(tag) === lang) ?? lang)
  return {
    chosen,
    lang,
    locale,
    units: chosen.units ?? (await readVisitorRegion(context))?.suggestedUnits ?? 'metric',
    hour12: isHour12(chosen, locale),
  }
}

function isHour12({ clock }: Chosen, locale: string): boolean {
  return clock === 'auto' ? localHour12(locale) : clock === '12'
}

const localHour12 = createKeyedCache(hasTwelveHourClock)

/** Whether `Intl` accepts the tag; it throws on malformed ones. */
function isTag(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

type RegionAnswer = Answer<'get', '/api/location/region'>

const asked = new WeakMap<Visit, Promise<RegionAnswer | null>>()

/** The visitor's location as far as the API can tell, and its conventions; null when unknown. Requested once per page. */
export function readVisitorRegion(context: Context): Promise<RegionAnswer | null> {
  const visit = context.get(visitContext)
  let answer = asked.get(visit)
  if (answer === undefined) {
    answer = createVisitApi(context)
      .get('/api/location/region')
      .catch(() => null)
    asked.set(visit, answer)
  }
  return answer
}
