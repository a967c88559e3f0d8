import { isLanguage, type Language } from '../../../src/messages/languages.ts'

export const UNITS = ['metric', 'uk', 'imperial', 'si'] as const
export const CLOCKS = ['auto', '12', '24'] as const
export const THEMES = ['auto', 'light', 'dark'] as const
export const CONSENTS = ['ask', 'ads', 'none'] as const

export type Units = (typeof UNITS)[number]
export type Clock = (typeof CLOCKS)[number]
export type Theme = (typeof THEMES)[number]
export type Consent = (typeof CONSENTS)[number]

/** A visitor's choices, stored in a cookie; null and `auto`: not chosen. */
export interface Chosen {
  readonly lang: Language | null
  readonly units: Units | null
  readonly clock: Clock
  readonly theme: Theme
  /** Consent to ads. The ad program's scripts are not loaded before a yes. */
  readonly consent: Consent
  /** The place that the front page shows, as in addresses; null: wherever the visitor is. */
  readonly home?: string | null
}

const COOKIE = 'site_preferences'
const MAX_HOME = 200
const YEAR_SECONDS = 31_536_000

/** The choices in a Cookie header; invalid values count as not chosen. */
export function parsePreferencesCookie(cookies: string | null): Chosen {
  const value = /(?:^|;\s*)site_preferences=([^;]*)/.exec(cookies ?? '')?.[1] ?? ''
  const fields = new URLSearchParams(decoded(value))
  const lang = fields.get('lang')
  return {
    lang: isLanguage(lang) ? lang : null,
    units: oneOf(UNITS, fields.get('units')) ?? null,
    clock: oneOf(CLOCKS, fields.get('clock')) ?? 'auto',
    theme: oneOf(THEMES, fields.get('theme')) ?? 'auto',
    consent: oneOf(CONSENTS, fields.get('consent')) ?? 'ask',
    home: fields.get('home')?.slice(0, MAX_HOME) ?? null,
  }
}

/** The `Set-Cookie` header of the choices. Not HttpOnly: it holds nothing secret, and pages may read it. */
export function writePreferencesCookie(chosen: Chosen, isSecure: boolean): string {
  const fields = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== null) as [string, string][])
  return `${COOKIE}=${encodeURIComponent(fields.toString())}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The choices with a form's changes; fields missing from the form stay unchanged. */
export function applyPreferencesForm(chosen: Chosen, form: FormData): Chosen {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const lang = text('lang')
  return {
    ...chosen,
    lang: isLanguage(lang) ? lang : chosen.lang,
    units: oneOf(UNITS, text('units')) ?? chosen.units,
    clock: oneOf(CLOCKS, text('clock')) ?? chosen.clock,
    theme: oneOf(THEMES, text('theme')) ?? chosen.theme,
    consent: oneOf(CONSENTS, text('consent')) ?? chosen.consent,
  }
}

function oneOf<T extends string>(list: readonly T[], text: string | null): T | undefined {
  return list.find((each) => each === text)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
