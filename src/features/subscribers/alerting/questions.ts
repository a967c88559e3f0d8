import { type AlertPreferences, FORECAST_HAZARDS, type ForecastHazardName, THRESHOLDS, roundHalfAway } from '@isobar/weather'

/** A hazard that a subscriber asks a forecast about, and from when on it counts. */
export interface Question {
  readonly hazard: ForecastHazardName
  /** In the unit of preferences; null where the hazard has none. */
  readonly threshold: number | null
  /** The chance of precipitation, 0–1, from which on it counts; omitted: every chance, as in what earlier releases stored. */
  readonly minProbability?: number
}

/** Identifies a question: equal keys, equal questions. */
export const buildQuestionKey = ({ hazard, threshold, minProbability }: Question): string =>
  `${hazard} ${threshold}${minProbability === undefined ? '' : ` ${minProbability}`}`

/** The chance of a question, to be passed on; empty where every chance counts. */
export const pickMinProbability = ({ minProbability }: Pick<Question, 'minProbability'>): Pick<Question, 'minProbability'> =>
  minProbability === undefined ? {} : { minProbability }

/** Each question once. */
export function listDistinctQuestions(questions: readonly Question[]): Question[] {
  return [...new Map(questions.map((question) => [buildQuestionKey(question), question])).values()]
}

/** The distinct hazards of questions. */
export const listQuestionHazards = (questions: readonly Question[]): ForecastHazardName[] => [
  ...new Set(questions.map(({ hazard }) => hazard)),
]

/**
 * The questions of these preferences. A hazard for which only official warnings count asks none. Thresholds are rounded to tenths of their
 * unit, chances have been to twentieths, which bounds the number of distinct questions per place.
 */
export function listPreferenceQuestions(preferences: Pick<AlertPreferences, 'hazards'>): Question[] {
  return FORECAST_HAZARDS.flatMap((hazard) => {
    const asked = preferences.hazards[hazard]
    if (asked === undefined || (asked.threshold === null && THRESHOLDS[hazard]?.isOfficialWithout === true)) return []
    return { hazard, threshold: asked.threshold === null ? null : roundHalfAway(asked.threshold, 1), ...pickMinProbability(asked) }
  })
}
