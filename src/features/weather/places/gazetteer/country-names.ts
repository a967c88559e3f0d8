import { LANGUAGES } from '../../../../messages/languages.ts'
import { toTownKey } from './town-table.ts'

/** What people call countries besides the names of CLDR, by ISO 3166 alpha-2: common, short, former and official names. Several countries may share one. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  AE: 'Emirates, the Emirates, Emirate',
  BA: 'Bosnia, Bosnia Herzegovina, BiH',
  BN: 'Brunei Darussalam',
  BO: 'Plurinational State of Bolivia',
  BQ: 'Bonaire',
  BY: 'Byelorussia, White Russia, Weissrussland',
  CD: 'DR Congo, DRC, D.R. Congo, Congo, Democratic Republic of the Congo, Democratic Republic of Congo, Congo Kinshasa, Zaire, RDC',
  CG: 'Congo, Republic of the Congo, Republic of Congo, Congo Brazzaville',
  CI: 'Ivory Coast, Cote dIvoire, Elfenbeinküste, Costa de Marfil',
  CN: "People's Republic of China, PRC, PR China, Mainland China",
  CV: 'Cabo Verde, Cape Verde Islands',
  CZ: 'Czech Republic, Czechia, Tschechei, Tschechische Republik, République tchèque, Repubblica Ceca, República Checa',
  DE: 'Federal Republic of Germany, BRD',
  DO: 'Dominican Rep',
  EH: 'Sahrawi Arab Democratic Republic',
  FK: 'Falklands, Malvinas, Islas Malvinas',
  FM: 'Federated States of Micronesia',
  GB: 'UK, U.K., Great Britain, Britain, United Kingdom of Great Britain and Northern Ireland, Grossbritannien, Grande-Bretagne, Gran Bretagna, Gran Bretaña, Grã-Bretanha, イギリス, بريطانيا',
  HK: 'Hong Kong, Hongkong, Hong Kong SAR, 香港',
  IE: 'Republic of Ireland, Eire',
  IR: 'Islamic Republic of Iran, Persia',
  KN: 'Saint Kitts, St Kitts, Nevis',
  KP: "DPRK, Democratic People's Republic of Korea, North Korea",
  KR: 'Korea, South Korea, Republic of Korea, S. Korea',
  LA: "Lao, Lao PDR, Lao People's Democratic Republic",
  MK: 'Macedonia, FYROM, Republic of Macedonia',
  MM: 'Burma, Myanmar, Birma, Birmanie, Birmania',
  MO: 'Macau, Macao, Macao SAR, 澳門',
  NL: 'Holland, Netherlands, The Netherlands, Holanda, Olanda, オランダ王国',
  PS: 'Palestine, State of Palestine, Palestinian Territory, West Bank, Gaza, Gaza Strip',
  RU: 'Russian Federation, Russia',
  SH: 'Saint Helena, Ascension, Tristan da Cunha',
  ST: 'Sao Tome',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor, Timor Leste, Osttimor',
  TR: 'Turkey, Türkiye, Turkiye',
  TT: 'Trinidad, Tobago',
  TW: 'Republic of China, ROC, Chinese Taipei, Formosa',
  TZ: 'United Republic of Tanzania, Zanzibar',
  US: 'USA, U.S.A., U.S., United States of America, America, the States, Vereinigte Staaten von Amerika, États-Unis d’Amérique, EUA, EE.UU., EE. UU., アメリカ, أمريكا',
  VA: 'Holy See, Vatican',
  VC: 'Saint Vincent, St Vincent, Grenadines',
  VG: 'British Virgin Islands, BVI',
  VI: 'US Virgin Islands, USVI',
  VN: 'Viet Nam',
  XK: 'Kosova, Republic of Kosovo',
  ZA: 'RSA, Republic of South Africa',
}

/** Languages, besides the likeliest of a country, in which its people name it. */
const OWN_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  BE: ['nl', 'fr', 'de'],
  CA: ['en', 'fr'],
  CH: ['de', 'fr', 'it', 'rm'],
  FI: ['fi', 'sv'],
  IE: ['en', 'ga'],
  LU: ['fr', 'de', 'lb'],
  NO: ['nb', 'nn'],
  NZ: ['en', 'mi'],
  UA: ['uk', 'ru'],
}

const known = new Map<string, Intl.DisplayNames>()

function namesIn(language: string, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${language} ${style}`
  const names = known.get(key) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style })
  known.set(key, names)
  return names
}

/**
 * The names of a country (ISO 3166 alpha-2) in the languages of the service and in its own, long and short, and what else people call it; the first is the English one.
 * Several countries may share a name.
 */
export function listCountryNames(code: string): readonly string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language
  const languages = [...LANGUAGES, own, ...(OWN_LANGUAGES[code] ?? [])]
  const names = languages.flatMap((language) => (['long', 'short'] as const).map((style) => namesIn(language, style).of(code)))
  return [...new Set([...names.filter((name) => name !== undefined), ...(ALSO_CALLED[code]?.split(', ') ?? [])])]
}

/** Words that join the parts of a name or begin it, and that people leave out or write as `&`. */
const JOINING: ReadonlySet<string> = new Set(['and', 'the', 'und', 'et', 'y', 'e', 'i'])

/** The key of a country or area in a query: `The Netherlands`, `Trinidad & Tobago`, `U.K.` and `D.C.` as people write them. */
export function toAreaKey(text: string): string {
  const words = toTownKey(text).split(' ')
  if (words.every((word) => word.length === 1)) return words.join('')
  return words.filter((word) => !JOINING.has(word)).join(' ')
}
