import { hash } from 'node:crypto'
import type { Attribution } from '@isobar/providers/port'
import { type Alert, type UnitSystem, chooseAlertMark, classifyOfficial, getAlertKind } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Language } from '../../../messages/languages.ts'
import { type Answer, writeScopeBody, type ForecastService, type ScopeAnswer, type WeatherRequest } from '../../weather/forecast/index.ts'
import { markSimulatedCredit, readActiveAlerts, type PlaceWeatherService } from '../../weather/place-weather/index.ts'

/** What a stream sends of a place, in one event each. */
export const PARTS = ['weather', 'warnings'] as const

/** The data of an event; equal ids, equal data. */
export interface Part {
  readonly id: string
  /** JSON on one line. */
  readonly data: string
}

/** A place as it was read last. */
export interface Snapshot extends Readonly<Record<(typeof PARTS)[number], Part>> {
  readonly answer: Answer
}

/** What is watched, and how it is written. */
export interface WatchedPlace {
  readonly lat: number
  readonly lon: number
  readonly units: UnitSystem
  readonly lang: Language
}

/** On whose behalf a place is read: the client's keyed hash, as provider calls are counted. */
export interface Instigator {
  readonly client: string
  readonly requestId: string
}

/** Reads a place as `createSnapshots` does. */
export type ReadPlace = (place: WatchedPlace, last: Snapshot | undefined, instigator: Instigator) => Promise<Snapshot>

export interface StreamNeeds {
  readonly forecast: Pick<ForecastService, 'answer' | 'peek'>
  readonly placeWeather: Pick<PlaceWeatherService, 'counterOf'>
  readonly attributionOf: (source: string) => Attribution
}

/** Why providers are called, in the ledger and the statistics. */
export const TRIGGER = 'stream'

/**
 * Reads places through the same cache, budgets and limits as `GET /api/weather?scope=current`: what is fresh in memory costs nothing, and what
 * is not costs what one such request does.
 */
export function createSnapshots(
  { windows, clock }: Pick<Foundation, 'windows' | 'clock'>,
  { forecast, placeWeather: { counterOf }, attributionOf }: StreamNeeds,
): ReadPlace {
  function snapshotOf(answer: Answer, current: ScopeAnswer): Snapshot {
    const now = clock.now()
    const { record, tail, alerts } = current.rendering
    const known = readActiveAlerts(alerts, windows().alert.staleSeconds, now, answer.request.lang).alerts
    const warnings = JSON.stringify({
      warnings: known?.map((alert) => warningOf(alert, record.simulated, attributionOf)) ?? null,
    })
    return {
      answer,
      // Without the age of the data, which changes with each second.
      weather: { id: idOf([record.source, record.fetchedAt, tail.toString()]), data: writeScopeBody(answer.request, current, now) },
      warnings: { id: idOf([warnings]), data: warnings },
    }
  }

  return async (place, last, { client, requestId }) => {
    const request = requestOf(place)
    const requester = { cause: 'request', trigger: TRIGGER, requestId, client, caller: 'person' } as const
    const answer = forecast.peek(request, last?.answer, clock.now()) ?? (await forecast.answer(request, requester))
    const current = currentIn(answer)
    if (last !== undefined && current.rendering === currentIn(last.answer).rendering) return last
    counterOf('current', current.layer, current.freshness, TRIGGER)()
    return snapshotOf(answer, current)
  }
}

/** @throws AppError if the current weather could not be had */
function currentIn({ results: [current] }: Answer): ScopeAnswer {
  if (current instanceof AppError) throw current
  return current as ScopeAnswer
}

const requestOf = (place: WatchedPlace): WeatherRequest => ({ ...place, scopes: ['current'], trigger: TRIGGER, maxAgeMs: undefined })

const idOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16)

/** The beginnings of a warning; the whole is at its address. */
function warningOf(alert: Alert, simulated: boolean, attributionOf: StreamNeeds['attributionOf']) {
  const { id, event, severity, start, end, senderName, source, areas } = alert
  return {
    id,
    event,
    kind: getAlertKind(classifyOfficial(alert)),
    language: alert.language ?? null,
    severity,
    color: chooseAlertMark(alert).color,
    start,
    end,
    areas,
    senderName,
    source,
    url: `/api/alerts/${id}`,
    attribution: markSimulatedCredit(attributionOf(source), simulated),
  }
}
