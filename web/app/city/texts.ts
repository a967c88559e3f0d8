import type { cityPage } from '../i18n/city-page.server.ts'

/** The words that stand on the page as they are. */
export type CityTexts = (typeof cityPage)['en']
