import type { cityPage } from '../i18n/city-page.server.ts'

/** The page's fixed texts. */
export type CityTexts = (typeof cityPage)['en']
