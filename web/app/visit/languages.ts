/** The site's languages. The API supports more for its weather texts. */
export const SITE_LANGS = ['en', 'de', 'fr', 'es'] as const
export type SiteLang = (typeof SITE_LANGS)[number]

/** Each language's own name. */
export const LANG_NAMES: Readonly<Record<SiteLang, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' }

/** Whether the site is available in that language. */
export function isSiteLang(text: string | null | undefined): text is SiteLang {
  return (SITE_LANGS as readonly string[]).includes(text ?? '')
}
