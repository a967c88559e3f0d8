import { isLanguage, type Language } from '../../../src/messages/languages.ts'
import { THEMES, UNITS } from '../visit/preferences.ts'
import type { Reader } from '../visit/reader.server.ts'

/** What can be chosen for an embed; `in`: its language. */
export interface EmbedOptions {
  readonly size: 'small' | 'large'
  readonly days: string
  readonly theme: (typeof THEMES)[number]
  readonly units: (typeof UNITS)[number]
  readonly in: Language
}

/** Heights in CSS pixels that hold every language at 320 pixels and more. */
const HEIGHTS = { small: 150, large: 372, days: 142 } as const

/** The options of a query; the reader's own language and units where it names none. */
export function readEmbedOptions(query: URLSearchParams, { lang, units }: Pick<Reader, 'lang' | 'units'>): EmbedOptions {
  const asked = query.get('in')
  return {
    size: query.get('size') === 'small' ? 'small' : 'large',
    days: /^[0-7]$/.exec(query.get('days') ?? '')?.[0] ?? '5',
    theme: THEMES.find((each) => each === query.get('theme')) ?? 'auto',
    units: UNITS.find((each) => each === query.get('units')) ?? units,
    in: isLanguage(asked) ? asked : lang,
  }
}

/** The frame of a place, and the HTML that shows it on another site. */
export function writeEmbedCode(origin: string, segment: string, options: EmbedOptions, titleIn: (lang: Language) => string) {
  const { size, days, in: lang, ...look } = options
  const query = new URLSearchParams({ lang, ...look, size, ...(size === 'large' ? { days } : {}) })
  const path = `/embed/${encodeURI(segment)}?${query}`
  const height = size === 'small' ? HEIGHTS.small : HEIGHTS.large + (days === '0' ? 0 : HEIGHTS.days)
  const title = titleIn(lang)
  const code = `<iframe src="${attribute(origin + path)}" title="${attribute(title)}" width="100%" height="${height}" style="border:0;border-radius:14px;max-width:640px" loading="lazy"></iframe>`
  return { src: path, title, height, code }
}

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
