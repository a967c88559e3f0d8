import { DAY_MS, DAY_SECONDS } from '../../../../src/time.ts'
import type { Facts, Trouble } from '../frame/state.ts'
import type { Tone } from '../kit/display.tsx'
import { formatRelativeTime, capitaliseText, formatCount, formatQuantity, formatDuration } from '../kit/words.ts'
import { OFFICE_ZONE } from '../kit/zone.ts'
import { JOBS } from '../lists/jobs/run.ts'

/** One line of the dashboard: one number, what it means, and where there is more. */
export interface Line {
  readonly name: string
  readonly to: string
  readonly value: string
  readonly note?: string
  /** In one word; a line without it counts something. */
  readonly state?: { readonly tone: Tone; readonly word: string }
}

/** The state of a line, by the troubles of its kind. */
type StateOf = (kind: Trouble['kind']) => NonNullable<Line['state']>

const TIME = { hour: '2-digit', minute: '2-digit', timeZone: OFFICE_ZONE } as const
const CLOCK = new Intl.DateTimeFormat('en-GB', TIME)
const DAY_CLOCK = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...TIME })
const HOUR_SECONDS = 3_600
const GIB = 1024 ** 3

/** `21:40`, with the day if that is not within a day. */
export function formatUpcomingTime(instant: string, now: number = Date.now()): string {
  const at = new Date(instant)
  return (at.getTime() - now < DAY_MS ? CLOCK : DAY_CLOCK).format(at)
}

/** `4.2 GiB` */
export const formatGibibytes = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

/** The lines about the service, from what it knows of itself and what is wrong with it. What counts nothing and is well is left out. */
export function listServiceLines(facts: Facts, troubles: readonly Trouble[]): Line[] {
  const stateOf: StateOf = (of) => {
    const own = troubles.filter(({ kind }) => kind === of)
    if (own.some(({ severity }) => severity === 'bad')) return { tone: 'bad', word: 'Trouble' }
    return own.length > 0 ? { tone: 'notice', word: 'Notice' } : { tone: 'good', word: 'OK' }
  }
  return [
    { ...sources(facts), state: stateOf('source') },
    ...budget(facts, stateOf),
    { ...mail(facts.mail), state: stateOf('mail') },
    ...webhooks(facts.webhooks, stateOf),
    { ...jobs(facts.jobs), state: stateOf('job') },
    ...disks(facts.disks).map((line) => ({ ...line, state: stateOf('disk') })),
    { ...backups(facts.backups), state: stateOf('backup') },
    ...certificates(facts.certificates).map((line) => ({ ...line, state: stateOf('certificate') })),
  ]
}

function sources({ systems }: Facts): Line {
  const weather = systems.filter(({ position }) => position !== null)
  const failing = systems.filter(({ status }) => status === 'failing')
  const ofWeather = failing.filter(({ position }) => position !== null).length
  const answering = weather.find(({ status }) => status === 'ok')
  return {
    name: 'Sources',
    to: '/admin/connections',
    value:
      ofWeather === 0 ? `${formatQuantity(weather.length, 'provider')}, none fails` : `${ofWeather} of ${weather.length} providers fail`,
    note:
      failing.length > 0
        ? `Failing: ${failing.map(({ name }) => name).join(', ')}`
        : answering === undefined
          ? 'None was called since yesterday'
          : `${answering.name} answered ${formatRelativeTime(answering.checkedAt ?? '')}`,
  }
}

/** The limit that is nearest to its end, of a provider that is used and answers: of an hour or longer, as a minute's is there again at once. */
function budget({ budgets, systems }: Facts, stateOf: StateOf): Line[] {
  const long = budgets.filter(({ windowSeconds }) => windowSeconds >= HOUR_SECONDS)
  // One that nobody calls has all of its budget, which says nothing.
  const inUse = long.filter(({ provider, used }) => used > 0 || systems.some(({ id, position }) => id === provider && position !== null))
  // Nor does that of one that fails, which spends little.
  const failing = systems.filter(({ id, status }) => status === 'failing' && inUse.some(({ provider }) => provider === id))
  const answering = inUse.filter(({ provider }) => !failing.some(({ id }) => id === provider))
  const shown = [answering, inUse, long].find(({ length }) => length > 0) ?? []
  const [tightest] = shown.toSorted((a, b) => b.used / b.limit - a.used / a.limit)
  if (tightest === undefined) return []
  const { source, windowSeconds, used, limit, lastsUntil, resetsAt } = tightest
  const window = windowSeconds === HOUR_SECONDS ? 'this hour' : windowSeconds === DAY_SECONDS ? 'today' : 'this month'
  const line = { name: 'Budget', to: '/admin/usage', value: `${formatCount(Math.round(used))} of ${formatCount(limit)} ${window}` }
  if (answering.length === 0 && failing.length > 0)
    return [{ ...line, note: `${failing.map(({ name }) => name).join(', ')} cannot be called`, state: { tone: 'notice', word: 'Unused' } }]
  const pace =
    lastsUntil === null
      ? `lasts until it resets at ${formatUpcomingTime(resetsAt)}`
      : `lasts until ${formatUpcomingTime(lastsUntil)} at the present pace`
  return [{ ...line, note: `${source} ${pace}`, state: stateOf('budget') }]
}

function mail({ waiting, oldestDueSeconds, settledToday, failedToday }: Facts['mail']): Line {
  const late = oldestDueSeconds > 60 ? `the oldest has been due for ${formatDuration(oldestDueSeconds * 1_000)}, ` : ''
  return {
    name: 'Outbox',
    to: '/admin/outbox',
    value: waiting === 0 ? 'Nothing waits' : `${formatQuantity(waiting, 'mail')} waiting`,
    note: `${late}${formatCount(settledToday - failedToday)} sent in a day, ${formatCount(failedToday)} failed`,
  }
}

function webhooks({ waiting, oldestDueSeconds, deadToday }: Facts['webhooks'], stateOf: StateOf): Line[] {
  if (waiting === 0 && deadToday === 0) return []
  const note = oldestDueSeconds > 60 ? `due for ${formatDuration(oldestDueSeconds * 1_000)}` : `${formatCount(deadToday)} given up in a day`
  const value = `${formatQuantity(waiting, 'message')} waiting`
  return [{ name: 'Webhooks', to: '/admin/webhook-deliveries', value, note, state: stateOf('webhooks') }]
}

function jobs(all: Facts['jobs']): Line {
  const last = all.filter(({ startedAt }) => startedAt !== null).toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1))[0]
  const late = all.filter(({ dueSince, status }) => dueSince !== null || status === 'failed')
  return {
    name: 'Jobs',
    to: '/admin/jobs',
    value: last === undefined ? 'None has run yet' : `${JOBS[last.job]}, ${formatRelativeTime(last.startedAt ?? '')}`,
    note: late.length === 0 ? 'Nothing failed or is overdue' : `Failed or overdue: ${late.map(({ job }) => JOBS[job]).join(', ')}`,
  }
}

/** The fullest. */
function disks(all: Facts['disks']): Line[] {
  const [fullest] = all.toSorted((a, b) => a.freeBytes / a.totalBytes - b.freeBytes / b.totalBytes)
  if (fullest === undefined) return []
  const { folder, freeBytes, totalBytes } = fullest
  return [
    {
      name: 'Disk',
      to: '/admin/settings/retention',
      value: `${formatGibibytes(freeBytes)} free`,
      note: `of ${formatGibibytes(totalBytes)}, ${folder}`,
    },
  ]
}

function backups({ isScheduled, lastAt, testedAt, testIsOk }: Facts['backups']): Line {
  const test =
    testIsOk === null ? 'never tested' : testIsOk ? `restored for a test ${formatRelativeTime(testedAt ?? '')}` : 'the last test failed'
  return {
    name: 'Backup',
    to: '/admin/backups',
    value: lastAt === null ? 'None yet' : capitaliseText(formatRelativeTime(lastAt)),
    note: `${isScheduled ? 'Daily' : 'Not by schedule'}; ${test}`,
  }
}

/** The one that ends first. */
function certificates(all: Facts['certificates']): Line[] {
  const [first] = all.toSorted((a, b) => (a.endsAt < b.endsAt ? -1 : 1))
  if (first === undefined) return []
  return [
    {
      name: 'Certificates',
      to: '/admin/warning-feeds',
      value: `${first.feed} until ${formatUpcomingTime(first.endsAt)}`,
      note: `of ${formatQuantity(all.length, 'added feed')}`,
    },
  ]
}
