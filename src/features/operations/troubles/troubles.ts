import { HOUR_SECONDS } from '../../../gateway/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { BudgetFact, DiskFact, Facts, FeedFact, JobFact, SystemFact } from './facts.ts'
import { clockText, spanText } from './pace.ts'

export const TROUBLE_KINDS = [
  'database',
  'secret',
  'source',
  'budget',
  'mail',
  'webhooks',
  'job',
  'disk',
  'backup',
  'certificate',
  'cache',
  'clock',
] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** `bad`: people notice, or data may be lost; `notice`: it comes to that unless somebody acts. */
export const SEVERITIES = ['bad', 'notice'] as const

/** Something that is wrong, for people: what it means and what to do are sentences. */
export interface Trouble {
  /** What is in trouble: the same from its beginning to its end, on every node that sees it. */
  readonly key: string
  readonly kind: TroubleKind
  readonly severity: (typeof SEVERITIES)[number]
  readonly title: string
  readonly meaning: string
  readonly action: string
  /** The page of the back office that helps. */
  readonly link: string
}

type Judge = (facts: Facts) => readonly (Trouble | false)[]

const MAIL_LATE_MS = 10 * MINUTE_MS
const MANY_FAILED = 10
const CLOCK_OFF_MS = 30_000
const FEED_LATE_MS = HOUR_MS
const GIB = 1024 ** 3
const CERTIFICATE_SOON_MS = 14 * DAY_MS
const BACKUP_LATE_MS = 26 * HOUR_MS
const TEST_LATE_MS = 15 * DAY_MS
const JOBS: Readonly<Record<JobFact['job'], string>> = {
  'weekly-digests': 'Weekly digests',
  'weather-alerts': 'Weather alerts',
  'contact-exchange': 'The contact sync',
  'ad-program-sync': 'The sync of ad earnings',
  backup: 'The backup',
  'restore-test': 'The test of a backup',
}

/** Everything that is wrong, the worst first. Pure: bar, dashboard, notices and metrics all show this. */
export function troublesIn(facts: Facts): Trouble[] {
  const found = JUDGES.flatMap((judge) => judge(facts).filter((each): each is Trouble => each !== false))
  return found.toSorted((a, b) => Number(b.severity === 'bad') - Number(a.severity === 'bad'))
}

/** Database, secret, cache and clock: what everything else stands on. */
const ground: Judge = ({ node, notReady, secretFault, cacheIsAway, clockAheadMs }) => [
  notReady.length > 0 && {
    key: 'database',
    kind: 'database',
    severity: 'bad',
    title: `Not ready: ${notReady.join('; ')}`,
    meaning: 'Known places are still shown. Nothing can be stored: no provider is called, no mail is sent, nobody can subscribe.',
    action:
      'Look at the database server: is it running, is its disk full, is it a read-only standby? The service goes on by itself afterwards.',
    link: '/admin/connections',
  },
  secretFault !== null && {
    key: 'secret',
    kind: 'secret',
    severity: 'bad',
    title: 'ADMIN_SECRET does not match the stored secrets',
    meaning: 'No mail is sent and no job runs. Keys that were set in the back office are not used.',
    action: 'Set the ADMIN_SECRET that this database was used with, on every node, and restart.',
    link: '/admin/connections',
  },
  cacheIsAway && {
    key: `cache ${node}`,
    kind: 'cache',
    severity: 'notice',
    title: `Valkey does not answer ${node}`,
    meaning:
      'Nodes no longer share what they fetched, so the same weather is paid for more than once, and request limits count on each node alone.',
    action: 'Look at the server of VALKEY_URL. Nothing has to be restarted.',
    link: '/admin/settings',
  },
  Math.abs(clockAheadMs) > CLOCK_OFF_MS && {
    key: `clock ${node}`,
    kind: 'clock',
    severity: 'notice',
    title: `The clock of ${node} is ${Math.round(Math.abs(clockAheadMs) / 1_000)} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database’s`,
    meaning: 'Ages, budgets and two-factor codes are wrong by as much.',
    action: 'Synchronise the clocks of both machines (NTP).',
    link: '/admin',
  },
]

const sources: Judge = ({ now, systems, feeds }) => {
  const failing = systems.filter(({ status, isUsed }) => status === 'failing' && isUsed)
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
      action:
        'See why each fails. If it is not the network of this machine or a key, add a provider that needs no key, such as Open-Meteo.',
      link: '/admin/connections',
    },
    ...failing
      .filter((system) => !isStale(system))
      .map((system) =>
        sourceTrouble(system, { now, others: answering.map(({ name }) => name), isAlone: allFail && system.position !== null }),
      ),
    ...feeds
      .filter(({ id, completeAt }) => now - (completeAt ?? 0) > FEED_LATE_MS && !failing.some((system) => system.id === id))
      .map((feed) => feedTrouble(feed, now)),
  ]
}

function sourceTrouble(
  { id, name, kind, position, message, checkedAt }: SystemFact,
  { now, others, isAlone }: { readonly now: number; readonly others: readonly string[]; readonly isAlone: boolean },
): Trouble {
  const isMail = kind === 'mail_transport'
  const meanings: Readonly<Record<SystemFact['kind'], string>> = {
    weather_provider:
      position === null || isAlone
        ? 'What it is used for is not renewed.'
        : `Its share is asked of ${others.slice(0, 2).join(' and ')} instead.`,
    alert_feed: 'Its official warnings are not renewed; those that are known stay until they end.',
    station_source: 'Current weather shows the forecast instead of what its stations measure.',
    mail_transport: 'All mails wait and go out when it is back. Nobody is warned by mail until then.',
    mail_service: 'Contacts and suppressions are not exchanged.',
    photo_service: 'Pages show the built-in artwork.',
    ad_program: 'Earnings are not renewed.',
  }
  const last = checkedAt === null || now - checkedAt < MINUTE_MS ? '' : ` (${spanText(now - checkedAt)} ago)`
  return {
    key: `source ${id}`,
    kind: isMail ? 'mail' : 'source',
    severity: isMail || isAlone ? 'bad' : 'notice',
    title: `${name} is failing: ${message.replace(/\.$/, '')}${last}`,
    meaning: meanings[kind],
    action: 'Check it on the page Connections; its key and its limits are there, too.',
    link: '/admin/connections',
  }
}

function feedTrouble({ id, name, failure, completeAt }: FeedFact, now: number): Trouble {
  return {
    key: `feed ${id}`,
    kind: 'source',
    severity: 'notice',
    title: `The warnings of ${name} have ${completeAt === null ? 'never been' : `not been`} read completely${completeAt === null ? '' : ` for ${spanText(now - completeAt)}`}`,
    meaning: `${failure === null ? '' : `Its last reading failed: ${failure.replaceAll('_', ' ')}. `}New warnings of it are unknown.`,
    action: 'See the parts of the feed; if its address has changed, add it anew.',
    link: '/admin/warning-feeds',
  }
}

/** Limits of an hour and longer: a minute's is there again before anybody could act. */
const budgets: Judge = ({ now, budgets: all }) =>
  all.filter(({ windowSeconds }) => windowSeconds >= HOUR_SECONDS).map((budget) => budgetTrouble(budget, now))

function budgetTrouble({ source, account, windowSeconds, limit, used, status, resetsAt, lastsUntil }: BudgetFact, now: number) {
  const isSpent = status === 'hard_block'
  // The pace of the first minutes says nothing about the day.
  const endsEarly = lastsUntil !== null && used >= limit / 2
  if (!isSpent && status !== 'soft_block' && !endsEarly) return false
  const window = windowSeconds === HOUR_SECONDS ? 'hourly' : windowSeconds < 31 * 86_400 ? 'daily' : 'monthly'
  const resets = clockText(resetsAt, now)
  return {
    key: `budget ${account} ${windowSeconds}`,
    kind: 'budget',
    severity: isSpent && windowSeconds > HOUR_SECONDS ? 'bad' : 'notice',
    title: isSpent
      ? `The ${window} budget of ${source} is spent until ${resets}`
      : `The ${window} budget of ${source} ${lastsUntil === null ? `has ${Math.max(0, Math.floor(limit - used))} calls left` : `lasts until ${clockText(lastsUntil, now)} at the present pace`}`,
    meaning: isSpent
      ? 'It is not called. People get the next provider’s weather, or the last that is known.'
      : `It is ${status === 'soft_block' ? 'kept for people who wait: refreshes and jobs are held back' : 'needed'} until ${resets}.`,
    action: 'See what the calls are spent on (Usage); raise the limit if the plan allows it, or keep weather longer (refresh interval).',
    link: '/admin/usage',
  } satisfies Trouble
}

const outgoing: Judge = ({ mail, webhooks, noticesAreOff }) => [
  mail.oldestDueSeconds * 1_000 > MAIL_LATE_MS && {
    key: 'outbox',
    kind: 'mail',
    severity: 'bad',
    title: `Mail has been waiting for ${spanText(mail.oldestDueSeconds * 1_000)} (${mail.waiting} mails)`,
    meaning: 'Warnings, confirmations and sign-in links arrive late. None is lost.',
    action: 'See the mail server on the page Connections, and the errors in the outbox.',
    link: '/admin/outbox',
  },
  mail.failedToday >= MANY_FAILED &&
    mail.failedToday > mail.settledToday / 5 && {
      key: 'mail failures',
      kind: 'mail',
      severity: 'notice',
      title: `${mail.failedToday} of ${mail.settledToday} mails failed in a day`,
      meaning: 'Mail servers refuse them for good: they suspect spam, or the addresses are gone.',
      action: 'Read the errors in the outbox; check SPF, DKIM and DMARC of the sender’s domain.',
      link: '/admin/outbox?state=failed',
    },
  webhooks.oldestDueSeconds * 1_000 > MAIL_LATE_MS && {
    key: 'webhooks',
    kind: 'webhooks',
    severity: 'notice',
    title: `Messages to webhooks have been due for ${spanText(webhooks.oldestDueSeconds * 1_000)} (${webhooks.waiting} wait)`,
    meaning: 'Programs learn of warnings late. None is lost.',
    action: 'See the deliveries; if all of them wait, look at the network of this machine.',
    link: '/admin/webhook-deliveries',
  },
  webhooks.deadToday >= MANY_FAILED && {
    key: 'webhook failures',
    kind: 'webhooks',
    severity: 'notice',
    title: `${webhooks.deadToday} messages to webhooks were given up in a day`,
    meaning: 'Their receivers refused them, or did not answer for three days.',
    action: 'See whose they are, tell them, and send the messages again once they answer.',
    link: '/admin/webhook-deliveries?state=dead',
  },
  noticesAreOff && {
    key: 'notices',
    kind: 'webhooks',
    severity: 'notice',
    title: 'The operators’ webhook is switched off',
    meaning: 'Its receiver is gone or refused everything for days, so nobody is told of troubles by it.',
    action: 'Save its address again, and send a test.',
    link: '/admin/notices',
  },
]

const jobs: Judge = ({ now, secretFault, jobs: all }) =>
  // Under a wrong secret none runs; that is said once.
  secretFault !== null ? [] : all.map((fact) => jobTrouble(fact, now))

function jobTrouble({ job, last, dueSince }: JobFact, now: number): Trouble | false {
  // How backups and their tests end is told with the backups.
  const hasFailed = last?.status === 'failed' && job !== 'restore-test'
  if (!hasFailed && dueSince === null) return false
  const isAlerts = job === 'weather-alerts'
  return {
    key: `job ${job}`,
    kind: 'job',
    severity: isAlerts || job === 'backup' ? 'bad' : 'notice',
    title: hasFailed
      ? `${JOBS[job]} failed: ${last?.error ?? 'no reason given'}`
      : `${JOBS[job]} should have run ${spanText(now - (dueSince ?? now))} ago`,
    meaning: isAlerts
      ? 'Subscribers may not be warned.'
      : job === 'backup'
        ? 'What was stored since the last one would be lost with the disk.'
        : 'It is tried again with growing pauses.',
    action: hasFailed
      ? 'Read the run; it is repeated by itself, and may be started by hand.'
      : 'Is a node with SCHEDULER on running? Start it by hand otherwise.',
    link: job === 'backup' ? '/admin/backups' : `/admin/jobs?job=${job}`,
  }
}

const disks: Judge = ({ node, disks: all }) => all.map((disk) => diskTrouble(disk, node))

function diskTrouble({ folder, freeBytes, totalBytes }: DiskFact, node: string): Trouble | false {
  const isBad = freeBytes < Math.min(2 * GIB, 0.03 * totalBytes)
  if (!isBad && freeBytes >= Math.min(10 * GIB, 0.1 * totalBytes)) return false
  return {
    key: `disk ${node} ${folder}`,
    kind: 'disk',
    severity: isBad ? 'bad' : 'notice',
    title: `${(freeBytes / GIB).toFixed(1)} GiB are free of ${(totalBytes / GIB).toFixed(0)} GiB (${folder} on ${node})`,
    meaning: 'Once it is full, nothing can be stored: no provider is called, and no mail is sent.',
    action: 'Make room or enlarge the disk; keep fewer backups, or observations for fewer days (Settings: Retention).',
    link: '/admin/settings',
  }
}

const backups: Judge = ({ now, backups: { isScheduled, lastAt, test } }) => [
  isScheduled &&
    lastAt !== null &&
    now - lastAt > BACKUP_LATE_MS && {
      key: 'backup age',
      kind: 'backup',
      severity: 'bad',
      title: `The last backup is ${spanText(now - lastAt)} old`,
      meaning: 'What was stored since then would be lost with the disk.',
      action: 'Make one now; if that fails, its run says why.',
      link: '/admin/backups',
    },
  test !== null &&
    !test.ok && {
      key: 'backup test',
      kind: 'backup',
      severity: 'bad',
      title: 'The newest backup could not be restored',
      meaning: `${test.error ?? 'No reason given'}.`,
      action: 'Make another backup and test it; keep older files until one can be restored.',
      link: '/admin/backups',
    },
  isScheduled &&
    lastAt !== null &&
    test !== null &&
    test.ok &&
    test.at !== null &&
    now - test.at > TEST_LATE_MS && {
      key: 'backup test age',
      kind: 'backup',
      severity: 'notice',
      title: `No backup has been tested for ${spanText(now - test.at)}`,
      meaning: 'Only a restored backup is known to be one.',
      action: 'Test the newest one.',
      link: '/admin/backups',
    },
]

const certificates: Judge = ({ now, certificates: all }) =>
  all.map(
    ({ feed, endsAt }) =>
      endsAt - now < CERTIFICATE_SOON_MS && {
        key: `certificate ${feed}`,
        kind: 'certificate',
        severity: endsAt <= now ? 'bad' : 'notice',
        title: endsAt <= now ? `The certificate of ${feed} has ended` : `The certificate of ${feed} ends in ${spanText(endsAt - now)}`,
        meaning: 'Without a valid certificate its warnings cannot be read.',
        action: 'Tell whoever publishes the feed; look for a new address of it.',
        link: '/admin/warning-feeds',
      },
  )

const JUDGES: readonly Judge[] = [ground, sources, budgets, outgoing, jobs, disks, backups, certificates]
