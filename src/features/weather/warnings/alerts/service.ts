import type { Attribution } from '@isobar/providers/port'
import {
  type Alert,
  type FreshnessWindow,
  classifyOfficial,
  foldOfficial,
  getAlertKind,
  getAlertState,
  getNextAlertChange,
  isRunningOrComing,
} from '@isobar/weather'
import { AppError } from '../../../../errors.ts'
import type { Foundation } from '../../../../foundation.ts'
import type { Gateway } from '../../../../gateway/index.ts'
import { markSimulatedCredit } from '../../place-weather/index.ts'

export interface AlertNeeds {
  readonly gateway: Pick<Gateway, 'alert'>
  readonly attributionOf: (source: string) => Attribution
}

/** An alert that is over only changes in the rare case that it is reissued. */
const OVER_SECONDS = 3_600

/**
 * The alert as of the last fetch of its cell's alerts, or as called off; calls no provider.
 * @throws AppError not_found, service_unavailable
 */
export async function readPublicAlert(
  id: string,
  { gateway, attributionOf, windows, clock }: AlertNeeds & Pick<Foundation, 'windows' | 'clock'>,
) {
  const found = await gateway.alert(id)
  if (found === undefined) throw new AppError('not_found', 'No such alert, or it ended more than a week ago.')
  const { alert, simulated, listed } = found
  const is = classifyOfficial(alert)
  const now = clock.now()
  return {
    alert,
    state: getAlertState(alert, now),
    /** The language that it is written in; null if unknown or ambiguous. */
    language: alert.language ?? (is.languages.length === 1 ? (is.languages[0] ?? null) : null),
    kind: getAlertKind(is),
    /** The ids of the other alerts about the same event, sorted. */
    sameAs: twinsOf(alert, listed),
    attribution: markSimulatedCredit(attributionOf(alert.source), simulated),
    ...keepingOf(alert, windows().alert, now),
  }
}

/** An alert with its current state. */
export type AlertNow = Awaited<ReturnType<typeof readPublicAlert>>

function twinsOf({ id }: Alert, listed: readonly Alert[]): string[] {
  const folded = foldOfficial(listed).find(({ members }) => members.some((member) => member.id === id))
  return (folded?.members ?? []).flatMap((member) => (member.id === id ? [] : member.id)).toSorted()
}

/**
 * Whole seconds for which a cache may serve it, and then serve it stale while revalidating. An active alert may change whenever its cell is
 * fetched; no cache may keep it past a change of state.
 */
function keepingOf(alert: Alert, { freshSeconds, staleSeconds }: FreshnessWindow, now: number) {
  if (!isRunningOrComing(alert, now)) return { maxAgeSeconds: OVER_SECONDS, staleSeconds: OVER_SECONDS }
  const secondsLeft = Math.floor((getNextAlertChange(alert, now) - now) / 1_000)
  const maxAgeSeconds = Math.min(freshSeconds, secondsLeft)
  return { maxAgeSeconds, staleSeconds: Math.min(staleSeconds - freshSeconds, secondsLeft - maxAgeSeconds) }
}
