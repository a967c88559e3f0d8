import type { PrecipitationIntensity } from '../precipitation-intensity.ts'
import type { TextKey } from '../text-keys.ts'
import type { FallKind } from './severity.ts'

/** The words for what falls, by its class: those of the hours' conditions, so that one hour has one word everywhere. */
export const FALL_PHRASES = {
  rain: {
    light: 'condition.light_rain',
    moderate: 'condition.rain',
    heavy: 'condition.heavy_rain',
    violent: 'fall.violentRain',
  },
  snow: {
    light: 'condition.light_snow',
    moderate: 'condition.snow',
    heavy: 'condition.heavy_snow',
    violent: 'condition.heavy_snow',
  },
  mixed: { light: 'fall.lightMixed', moderate: 'fall.mixed', heavy: 'fall.heavyMixed', violent: 'fall.violentMixed' },
  unknown: { light: 'nowcast.what.light', moderate: 'nowcast.what.any', heavy: 'nowcast.what.heavy', violent: 'nowcast.what.violent' },
} as const satisfies Readonly<Record<FallKind, Readonly<Record<PrecipitationIntensity, TextKey>>>>
