/** The languages of the site. The API knows more for its weather texts. */
export const SITE_LANGS = ['en', 'de', 'fr', 'es'] as const
export type SiteLang = (typeof SITE_LANGS)[number]

/** How each language calls itself. */
export const LANG_NAMES: Readonly<Record<SiteLang, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' }

export function isSiteLang(text: string | null | undefined): text is SiteLang {
  return (SITE_LANGS as readonly string[]).includes(text ?? '')
}
