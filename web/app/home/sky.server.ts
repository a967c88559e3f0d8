import { conditionText } from '../../../src/domain/condition-text.ts'
import type { HeldWeather } from '../../../src/features/site/rendering/visit.ts'
import { unitWriter } from '../../../src/domain/units.ts'
import type { PlaceView } from '../components/places/place-card.tsx'
import { degrees } from '../format/measures.ts'
import type { Reader } from '../visit/reader.server.ts'

/** Cached weather (°C) in the reader's language and units. The icon shows whether it is day. */
export function skyFor(held: HeldWeather | null, { lang, locale, units }: Reader): Pick<PlaceView, 'temperature' | 'icon' | 'sky'> {
  if (held === null) return { temperature: null, icon: null, sky: '' }
  const { temperature, icon, condition } = held
  return {
    temperature: temperature === null ? null : degrees(unitWriter(units).temperature(temperature), locale),
    icon,
    sky: conditionText(condition, icon?.endsWith('-night') !== true, lang) ?? '',
  }
}
