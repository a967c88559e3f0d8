import { type Static, Type } from 'typebox'

export const EVENT_TYPES = ['pageview', 'engagement', 'scroll', 'ad_view', 'vitals'] as const

/** One event in the form that pages send. */
export const AnalyticsEvent = Type.Object(
  {
    type: Type.Enum([...EVENT_TYPES, 'search'], {
      description: 'Event type. `search`: a search without a result, whose `text` is stored only if five visitors of a day typed it',
    }),
    path: Type.String({
      pattern: '^/[^\\u0000-\\u001f\\u007f]*$',
      maxLength: 2048,
      description: 'Path of the page. Query and fragment are removed; at most 256 characters are kept.',
      examples: ['/weather/berlin-52.52,13.41'],
    }),
    referrer: Type.Optional(Type.String({ maxLength: 2048, description: 'Referrer; only the host of another site is kept' })),
    name: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 ._:/-]{0,59}$', description: 'Event name, such as the web vital', examples: ['LCP'] }),
    ),
    value: Type.Optional(
      Type.Number({
        minimum: -1_000_000_000,
        maximum: 1_000_000_000,
        description: 'Value: seconds, percent, or in the unit of the web vital',
        examples: [1_840],
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 100, description: 'The text of the search' })),
    slotId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'The ad slot that was viewed' })),
  },
  { title: 'AnalyticsEvent' },
)
export type AnalyticsEvent = Static<typeof AnalyticsEvent>

/** The site's own paths are far shorter; anybody can send events, and they fill the disk. */
const MAX_PATH_LENGTH = 256
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A place page's path ends in coordinates, possibly the visitor's own position: only their grid cell is stored. */
const PLACE_PAGE = /^(\/weather\/.*?)(-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+)$/
const TOKEN_PAGE = /^\/(invite|reset-password|setup)\/.*/

/**
 * The path in its stored form: without query and fragment, and without personal parts (tokens of mailed links, ids). Null when it is too
 * long.
 */
export function toStoredPath(path: string): string | null {
  const [page = ''] = path.split(/[?#]/, 1)
  const stored = page
    .replace(TOKEN_PAGE, '/$1/{token}')
    .replace(UUID, '{id}')
    .replace(PLACE_PAGE, (_, place: string, lat: string, lon: string) => `${place}${Number(lat).toFixed(2)},${Number(lon).toFixed(2)}`)
  return stored.length > MAX_PATH_LENGTH ? null : stored
}

/** The referring host; null for none, for our own, and for a referrer that is not a web address. */
export function findReferrerHost(referrer: string | undefined, ownHosts: readonly string[]): string | null {
  const url = referrer === undefined ? null : URL.parse(referrer)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.length > 253) return null
  return ownHosts.includes(url.host) ? null : url.hostname
}

export type DeviceClass = 'mobile' | 'tablet' | 'desktop'

/** All that is stored of a user agent. */
export interface Browser {
  readonly device: DeviceClass
  /** Browser family: the brands that matter, `other` for the rest. */
  readonly family: string
}

/** Matched in this order: most user agents name several brands. */
const FAMILIES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\bOPR\/|\bOpera\b/],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bSafari\//],
]

/** Reduces a user agent to device class and browser family. */
export function classifyBrowser(userAgent: string): Browser {
  const family = FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other'
  return { device: deviceOf(userAgent), family }
}

/** Android tablets lack `Mobile`; an iPad that claims to be a Mac counts as a desktop. */
function deviceOf(userAgent: string): DeviceClass {
  if (/\b(?:iPad|Tablet)\b/.test(userAgent) || (/\bAndroid\b/.test(userAgent) && !/\bMobile\b/.test(userAgent))) return 'tablet'
  return /\b(?:Mobi|Mobile|iPhone|iPod)\b/.test(userAgent) ? 'mobile' : 'desktop'
}
