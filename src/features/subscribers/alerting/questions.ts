import { type AlertPreferences, FORECAST_HAZARDS, type ForecastHazardName, THRESHOLDS, roundHalfAway } from '@isobar/weather'

/** A hazard and threshold that a subscriber asks a forecast about. */
export interface Question {
  readonly hazard: ForecastHazardName
  /** In the unit of preferences; null where the hazard has none. */
  readonly threshold: number | null
}

/** Identifies a question: equal keys, equal questions. */
export const buildQuestionKey = ({ hazard, threshold }: Question): string => `${hazard} ${threshold}`

/** The distinct hazards of questions. */
export const listQuestionHazards = (questions: readonly Question[]): ForecastHazardName[] => [
  ...new Set(questions.map(({ hazard }) => hazard)),
]

/**
 * The questions of these preferences. A hazard for which only official warnings count asks none. Thresholds are rounded to tenths of their
 * unit, which bounds the number of distinct questions per place.
 */
export function listPreferenceQuestions(preferences: Pick<AlertPreferences, 'hazards'>): Question[] {
  return FORECAST_HAZARDS.flatMap((hazard) => {
    const asked = preferences.hazards[hazard]
    if (asked === undefined || (asked.threshold === null && THRESHOLDS[hazard]?.isOfficialWithout === true)) return []
    return { hazard, threshold: asked.threshold === null ? null : roundHalfAway(asked.threshold, 1) }
  })
}
