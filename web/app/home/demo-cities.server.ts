import type { Language } from '../../../src/messages/languages.ts'

interface DemoCity {
  /** In the site's languages; falls back to `en`. */
  readonly names: { readonly en: string } & Partial<Record<Language, string>>
  readonly country: string
  readonly lat: number
  readonly lon: number
}

/** Examples shown until someone has searched. */
export const DEMO_CITIES: readonly DemoCity[] = [
  { names: { en: 'London', fr: 'Londres', es: 'Londres' }, country: 'GB', lat: 51.51, lon: -0.13 },
  { names: { en: 'Berlin', es: 'Berlín' }, country: 'DE', lat: 52.52, lon: 13.41 },
  { names: { en: 'Paris', es: 'París' }, country: 'FR', lat: 48.85, lon: 2.35 },
  { names: { en: 'Madrid' }, country: 'ES', lat: 40.42, lon: -3.7 },
  { names: { en: 'New York', es: 'Nueva York' }, country: 'US', lat: 40.71, lon: -74.01 },
  { names: { en: 'Tokyo', de: 'Tokio', es: 'Tokio' }, country: 'JP', lat: 35.69, lon: 139.69 },
  { names: { en: 'Sydney', es: 'Sídney' }, country: 'AU', lat: -33.87, lon: 151.21 },
  { names: { en: 'Cape Town', de: 'Kapstadt', fr: 'Le Cap', es: 'Ciudad del Cabo' }, country: 'ZA', lat: -33.93, lon: 18.42 },
]

/** The city's name in a language. */
export function getCityName({ names }: DemoCity, lang: Language): string {
  return names[lang] ?? names.en
}
