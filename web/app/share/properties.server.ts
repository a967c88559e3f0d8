import type { Language } from '../../../src/messages/languages.ts'
import { translatorOf } from '../../../src/messages/messages.ts'
import type { Units } from '../visit/preferences.ts'

interface Shared {
  /** The place in addresses: `berlin-52.52,13.41`. */
  readonly segment: string
  readonly lang: Language
  readonly units: Units
  /** The place's name. */
  readonly place: string
}

/** The picture of a place for link previews: Open Graph's properties and their values. */
export function shareProperties(origin: string, { segment, lang, units, place }: Shared): readonly (readonly [string, string])[] {
  return [
    ['og:image', `${origin}/share/${segment}.png?${new URLSearchParams({ lang, units })}`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', translatorOf(lang).t('share.pictureAlt', { place })],
  ]
}
