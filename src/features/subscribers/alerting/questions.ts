import { type AlertPreferences, type ForecastHazardName, FORECAST_HAZARDS } from '../../../domain/hazards/index.ts'
import { roundHalfAway } from '../../../domain/round.ts'

/** What somebody asks of a forecast. */
export interface Question {
  readonly hazard: ForecastHazardName
  /** In the unit of preferences; null where the hazard has none. */
  readonly threshold: number | null
}

export const questionKey = ({ hazard, threshold }: Question): string => `${hazard} ${threshold}`

/**
 * What these preferences ask of a forecast. Thresholds are told apart by tenths of their unit, so that the questions about one place
 * stay few, whatever its subscribers write.
 */
export function questionsOf(preferences: Pick<AlertPreferences, 'hazards'>): Question[] {
  return FORECAST_HAZARDS.flatMap((hazard) => {
    const asked = preferences.hazards[hazard]
    return asked === undefined ? [] : { hazard, threshold: asked.threshold === null ? null : roundHalfAway(asked.threshold, 1) }
  })
}
