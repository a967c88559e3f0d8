import { listExtraDays } from '@isobar/weather'
import { formatExtraValue } from '../../../../src/features/mail/catalogue/level-text.ts'
import { buildMeasures } from '../../../../src/features/mail/catalogue/measures.ts'
import { getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import type { Units } from '../../visit/preferences.ts'
import type { PlaceWeather } from '../weather.ts'
import type { Fact, Teller } from './teller.ts'

export type ExtraView = ReturnType<typeof buildExtraView>

/** The air now, today's pollen and the sea now; what is not known is left out. Until they are asked for, a link does so. */
export function buildExtraView({ extra }: PlaceWeather, units: Units, teller: Teller) {
  const { t } = teller
  if (extra === undefined) return { facts: [], text: t('city.showExtra'), href: '?extra#sky' }
  const facts = factsOf(extra, units, teller)
  return { facts, text: facts.length === 0 ? t('city.noExtra') : '', href: undefined }
}

function factsOf({ air, marine }: NonNullable<PlaceWeather['extra']>, units: Units, { t, locale, zone, now }: Teller): Fact[] {
  const words = getMailWords(locale)
  const measures = buildMeasures(words, units)
  const index = air?.points[0]?.[air.localIndex] ?? null
  const detail = air === null || index === null ? undefined : { of: air.localIndex, value: index.value }
  const [pollen] = listExtraDays('pollen', { air, timezone: zone }, now)
  const { waveHeight = null, waterTemperature = null } = marine?.points[0] ?? {}
  const named: readonly (readonly [string, string | null])[] = [
    [t('air.name'), formatExtraValue('airQuality', { value: 0, detail }, words, measures)],
    [t('pollen.name'), pollen === undefined ? null : formatExtraValue('pollen', pollen, words, measures)],
    [t('sea.name'), waveHeight === null ? null : formatExtraValue('marine', { value: waveHeight }, words, measures)],
    [t('city.water'), measures.temperature(waterTemperature)],
  ]
  return named.flatMap(([name, text]): Fact[] => (text === null ? [] : [[name, text]]))
}
