import { HOUR_SECONDS, MONTH_SECONDS } from '../../../gateway/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { BudgetFact, FeedFact, SystemFact } from './facts.ts'
import { formatTroubleTime } from './pace.ts'
import type { Judge, Trouble } from './trouble.ts'

const FEED_LATE_MS = HOUR_MS
const CERTIFICATE_SOON_MS = 14 * DAY_MS

/** Providers that fail, and feeds of warnings that are not read. */
export const sources: Judge = ({ now, systems, feeds }) => {
  // What it means that the cache is away is said by each node.
  const failing = systems.filter(({ status, isUsed, kind }) => status === 'failing' && isUsed && kind !== 'cache')
  const weather = systems.filter(({ position, status }) => position !== null && status !== 'disabled')
  const answering = weather.filter((each) => !failing.includes(each))
  // One that stands behind a provider that answers is not asked: how it did an hour ago says nothing about now.
  const isStale = ({ position, checkedAt }: SystemFact): boolean =>
    position !== null && now - (checkedAt ?? now) > HOUR_MS && answering.some((each) => (each.position ?? 0) < position)
  const allFail = weather.length > 0 && answering.length === 0
  return [
    allFail && {
      key: 'weather',
      kind: 'source',
      severity: 'bad',
      title: 'No weather provider answers',
      meaning: 'Pages show the last known weather with its age, and nothing for new places. Nobody is warned by the forecast.',
      action: `See why each fails. If it is not the network of this machine or a key, add ${failing.some(({ id }) => id === 'open-meteo') ? 'another provider' : 'a provider that needs no key, such as Open-Meteo'}.`,
      link: '/admin/connections',
    },
    ...failing
      .filter((system) => !isStale(system))
      .map((system) =>
        sourceTrouble(
          system,
          answering.map(({ name }) => name),
          now,
        ),
      ),
    ...feeds
      .filter(({ id, completeAt }) => now - (completeAt ?? 0) > FEED_LATE_MS && !failing.some((system) => system.id === id))
      .map(feedTrouble),
  ]
}

/** `others`: the weather providers that answer. */
function sourceTrouble({ id, name, kind, position, message, checkedAt }: SystemFact, others: readonly string[], now: number): Trouble {
  const isMail = kind === 'mail_transport'
  const meanings: Readonly<Record<SystemFact['kind'], string>> = {
    weather_provider:
      position === null || others.length === 0
        ? 'What it is used for is not renewed.'
        : `Its share is asked of ${others.slice(0, 2).join(' and ')} instead.`,
    alert_feed: 'Its official warnings are not renewed; those that are known stay until they end.',
    station_source: 'Current weather shows the forecast instead of what its stations measure.',
    mail_transport: 'All mails wait and go out when it is back. Nobody is warned by mail until then.',
    mail_service: 'Contacts and suppressions are not exchanged.',
    photo_service: 'Pages show the built-in artwork.',
    ad_program: 'Earnings are not renewed.',
    webhooks: 'Messages wait and are sent again with growing pauses; nobody learns of warnings this way until then.',
    push_service: 'Notifications in browsers wait, and are dropped once what they tell is over.',
    cache: 'Nodes do not share what they fetch.',
  }
  const last = checkedAt === null || now - checkedAt < MINUTE_MS ? '' : ` (${formatTroubleTime(checkedAt)})`
  return {
    key: `source ${id}`,
    kind: isMail ? 'mail' : 'source',
    severity: isMail || (position !== null && others.length === 0) ? 'bad' : 'notice',
    title: `${name} is failing: ${message.replace(/\.$/, '')}${last}`,
    meaning: meanings[kind],
    action: `Check ${name} on the page Connections; its key and its limits are there, too.`,
    link: '/admin/connections',
  }
}

function feedTrouble({ id, name, failure, completeAt }: FeedFact): Trouble {
  return {
    key: `feed ${id}`,
    kind: 'source',
    severity: 'notice',
    title: `The warnings of ${name} have ${completeAt === null ? 'never been' : `not been`} read completely${completeAt === null ? '' : ` since ${formatTroubleTime(completeAt)}`}`,
    meaning: `${failure === null ? '' : `Its last reading failed: ${failure.replaceAll('_', ' ')}. `}New warnings of it are unknown.`,
    action: 'See the parts of the feed; if its address has changed, add it anew.',
    link: '/admin/warning-feeds',
  }
}

/** Limits of an hour and longer: a minute's is there again before anybody could act. */
export const budgets: Judge = ({ budgets: all }) => all.filter(({ windowSeconds }) => windowSeconds >= HOUR_SECONDS).map(budgetTrouble)

function budgetTrouble({ source, account, windowSeconds, limit, used, status, resetsAt, lastsUntil }: BudgetFact) {
  const isSpent = status === 'hard_block'
  // The pace of the first minutes says nothing about the day.
  const endsEarly = lastsUntil !== null && used >= limit / 2
  if (!isSpent && status !== 'soft_block' && !endsEarly) return false
  const window = windowSeconds === HOUR_SECONDS ? 'hourly' : windowSeconds < MONTH_SECONDS ? 'daily' : 'monthly'
  const resets = formatTroubleTime(resetsAt)
  return {
    key: `budget ${account} ${windowSeconds}`,
    kind: 'budget',
    severity: isSpent && windowSeconds > HOUR_SECONDS ? 'bad' : 'notice',
    title: isSpent
      ? `The ${window} budget of ${source} is spent until ${resets}`
      : `The ${window} budget of ${source} ${lastsUntil === null ? `has ${Math.max(0, Math.floor(limit - used))} calls left` : `lasts until ${formatTroubleTime(lastsUntil)} at the present pace`}`,
    meaning: isSpent
      ? 'It is not called. People get the next provider’s weather, or the last that is known.'
      : `It is ${status === 'soft_block' ? 'kept for people who wait: refreshes and jobs are held back' : 'needed'} until ${resets}.`,
    action: 'See what the calls are spent on (Usage); raise the limit if the plan allows it, or keep weather longer (refresh interval).',
    link: '/admin/usage',
  } satisfies Trouble
}

/** Certificates of added feeds that end soon. */
export const certificates: Judge = ({ now, certificates: all }) =>
  all.map(
    ({ feed, endsAt }) =>
      endsAt - now < CERTIFICATE_SOON_MS && {
        key: `certificate ${feed}`,
        kind: 'certificate',
        severity: endsAt <= now ? 'bad' : 'notice',
        title: endsAt <= now ? `The certificate of ${feed} has ended` : `The certificate of ${feed} ends on ${formatTroubleTime(endsAt)}`,
        meaning: 'Without a valid certificate its warnings cannot be read.',
        action: 'Tell whoever publishes the feed; look for a new address of it.',
        link: '/admin/warning-feeds',
      },
  )
