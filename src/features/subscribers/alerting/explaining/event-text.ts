import { formatInstant } from '@isobar/weather'
import { getMatchEvent, type Match, type Skipped, type SkipReason, type Notice } from '../decision.ts'
import { isForecast, type ForecastEvent, type Showing, type TrackedEvent } from '../event.ts'
import type { OfficialView } from '../official-view.ts'
import { buildQuestionKey, listPreferenceQuestions, type Question } from '../questions.ts'
import type { Evaluated, NameOf } from './explanation.ts'
import { describeHazardLimits, formatForecastValue } from './preference-text.ts'

const REASONS: Readonly<Record<SkipReason, string>> = {
  no_warning: 'its issuer only informs, or its time has passed',
  not_asked: 'not asked for',
  below_severity: 'less severe than asked for',
  improbable: 'its issuer calls it past or unlikely',
  below_chance: 'less likely by now than you asked for',
  lead_time: 'begins after the lead time',
  never_notified: 'called off, and the address was never notified of it',
  over: 'its time has passed',
  cancellation_not_asked: 'called off, and cancellations are not asked for',
  cooldown: 'waits for the cooldown: another event of the hazard was told not long ago',
  already_notified: 'already told, and nothing is new',
}

/** The events at the place with the decision for the address, then questions without a forecast event. */
export function describePlaceEvents(evaluated: Evaluated, nameOf: NameOf): string[] {
  const lines = [...eventsOf(evaluated, nameOf), ...outlookLines(evaluated, nameOf)]
  return lines.length === 0 ? ['none'] : lines
}

function eventsOf({ state, decision, notices }: Evaluated, nameOf: NameOf): string[] {
  if (decision === null) return describeAll(state, nameOf)
  const views = new Map(state.officials.map((view) => [view.event.id, view]))
  const describe = (event: TrackedEvent): string => {
    const view = views.get(event.id)
    return view === undefined ? describeForecast(event as ForecastEvent, nameOf) : describeOfficial(view, nameOf)
  }
  return [
    ...decision.matches.map((match) => `${describe(getMatchEvent(match))}: due (${match.stage})${noticeText(match, notices)}`),
    ...decision.skipped
      .filter(isOfInterest)
      .map((one) => `${describe(one.event)}: not told: ${REASONS[one.reason]}${before(notices, one.event)}`),
  ]
}

function describeAll({ officials, forecasts }: Evaluated['state'], nameOf: NameOf): string[] {
  return [...officials.map((view) => describeOfficial(view, nameOf)), ...forecasts.map((event) => describeForecast(event, nameOf))]
}

/** Omits events that only other subscribers' thresholds track. */
const isOfInterest = ({ event, reason }: Skipped): boolean => !(isForecast(event) && reason === 'not_asked')

const noticeText = (match: Match, notices: readonly Notice[]): string => before(notices, getMatchEvent(match))

function before(notices: readonly Notice[], { id }: TrackedEvent): string {
  const one = notices.find(({ event }) => event.id === id)
  if (one === undefined) return ''
  const end = one.end === Infinity ? 'without an end' : `until ${formatInstant(one.end)}`
  const what = one.state === 'cancelled' ? 'called off' : `${one.severity ?? 'of unknown severity'}, ${end}`
  return `; told ${one.times === 1 ? 'once' : `${one.times} times`}, last ${formatInstant(one.at)} (${what})`
}

const MAX_NOTICES = 10

/** Earlier notices to the address at this place, latest first; cooldown and frequency count from these. */
export function describeNotices({ notices }: Evaluated): string[] {
  const latest = notices.toSorted((a, b) => b.at - a.at).slice(0, MAX_NOTICES)
  return latest.map(({ event, at, state }) => {
    const what = isForecast(event) ? `forecast of ${event.data.hazard}` : `warning "${titleOf(event)}"`
    return `${formatInstant(at)}: ${what}${state === 'cancelled' ? ', that it was called off' : ''}`
  })
}

const titleOf = ({ data }: TrackedEvent): string => (data.kind === 'official' ? (data.alerts[0]?.alert.event ?? '') : data.hazard)

function describeOfficial({ event, lead, hazards, severity, end, sources }: OfficialView, nameOf: NameOf): string {
  const about = [severity ?? 'severity not known', ...(hazards.length === 0 ? [] : [hazards.join(', ')])].join('; ')
  const carriers = sources.length === 0 ? 'no source any more' : sources.map(nameOf).join(' and ')
  return `warning "${lead.event}" (${about}), ${lead.start} to ${end ?? 'further notice'}, ${stateOf(event)}, from ${carriers}`
}

function describeForecast(event: ForecastEvent, nameOf: NameOf): string {
  const { start, end, showings } = event.data
  const shown = showings.map((showing) => `${nameOf(showing.source)} ${says(event.data, showing)}`)
  return `forecast of ${describeHazardLimits(event.data)}, ${start} to ${end}, ${stateOf(event)} (${shown.join('; ')})`
}

const stateOf = ({ state }: TrackedEvent): string => (state === 'cancelled' ? 'called off' : state)

function says(asked: ForecastEvent['data'], { shows, peak, detail }: Showing): string {
  if (shows === null) return 'cannot tell'
  const most = peak === null ? '' : `, ${formatForecastValue(asked.hazard, peak, detail)} at most`
  return shows ? `shows it${most}` : `does not${most}${atChance(asked)}`
}

/** A forecast may expect more at a chance below the one that is asked for. */
const atChance = ({ minProbability }: Pick<Question, 'minProbability'>): string => (minProbability === undefined ? '' : ' at that chance')

/** Questions without a forecast event, with what the forecasts expect instead. */
function outlookLines({ state, subscriber }: Evaluated, nameOf: NameOf): string[] {
  const forecast = new Set(state.forecasts.map(({ data }) => buildQuestionKey(data)))
  const questions = new Map(
    (subscriber?.subscriptions ?? [])
      .flatMap(({ preferences }) => listPreferenceQuestions(preferences))
      .map((question) => [buildQuestionKey(question), question]),
  )
  return [...questions]
    .filter(([key]) => !forecast.has(key))
    .map(([, question]) => {
      const { hazard, minProbability } = question
      const expected = state.outlooks
        .filter((outlook) => outlook.hazard === hazard && outlook.minProbability === minProbability)
        .map(({ source, shows, peak, detail }) => {
          if (shows === null) return `${nameOf(source)} cannot tell`
          if (!shows || peak === null) return `${nameOf(source)} expects none${atChance(question)}`
          return `${nameOf(source)} expects ${formatForecastValue(hazard, peak, detail)} at most${atChance(question)}`
        })
      return `${describeHazardLimits(question)}: not forecast (${expected.join('; ') || 'no forecast was heard'})`
    })
}
