import { MINUTE_MS } from '../../../time.ts'
import type { JobFact } from './facts.ts'
import { formatTroubleTime } from './pace.ts'
import type { Judge, Trouble } from './trouble.ts'

const LATE_MS = 10 * MINUTE_MS
const MANY_FAILED = 10
const JOBS: Readonly<Record<JobFact['job'], string>> = {
  'weekly-digests': 'Weekly digests',
  'weather-alerts': 'Weather alerts',
  'contact-exchange': 'The contact sync',
  'ad-program-sync': 'The sync of ad earnings',
  backup: 'The backup',
  'restore-test': 'The test of a backup',
}
/** What it means that a job does not run, for those whose absence people notice or that may lose data. */
const GRAVE: Readonly<Partial<Record<JobFact['job'], string>>> = {
  'weather-alerts': 'Subscribers may not be warned.',
  backup: 'What was stored since the last one would be lost with the disk.',
}

/** Mails and messages to webhooks that wait or fail. */
export const outgoing: Judge = ({ now, pendingRestore, mail, webhooks, noticesAreOff }) => [
  pendingRestore === null &&
    mail.oldestDueSeconds * 1_000 > LATE_MS && {
      key: 'outbox',
      kind: 'mail',
      severity: 'bad',
      title: `Mail has been waiting since ${formatTroubleTime(now - mail.oldestDueSeconds * 1_000)} (${mail.waiting} mails)`,
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
      meaning:
        'They were refused for good, or tried in vain for a day. Why is in their errors: suspected spam, for instance, or addresses that are gone.',
      action: 'Read the errors in the outbox; check SPF, DKIM and DMARC of the sender’s domain.',
      link: '/admin/outbox?state=failed',
    },
  pendingRestore === null &&
    webhooks.oldestDueSeconds * 1_000 > LATE_MS && {
      key: 'webhooks',
      kind: 'webhooks',
      severity: 'notice',
      title: `Messages to webhooks have been due since ${formatTroubleTime(now - webhooks.oldestDueSeconds * 1_000)} (${webhooks.waiting} wait)`,
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
    meaning: 'Its receiver is gone or refused everything for days, so that it notifies nobody of troubles.',
    action: 'Save its address again, and send a test.',
    link: '/admin/notices',
  },
]

/** Jobs that failed or did not run. */
export const jobs: Judge = ({ now, pendingRestore, secretFault, jobs: all }) =>
  // Under a wrong secret and in a restored copy none runs; that is said once.
  secretFault !== null || pendingRestore !== null ? [] : all.map((fact) => jobTrouble(fact, now))

function jobTrouble({ job, last, dueSince }: JobFact, now: number): Trouble | false {
  // That a test failed is reported with the backups.
  const hasFailed = last?.status === 'failed' && job !== 'restore-test'
  if (!hasFailed && dueSince === null) return false
  return {
    key: `job ${job}`,
    kind: 'job',
    severity: GRAVE[job] === undefined ? 'notice' : 'bad',
    title: hasFailed
      ? `${JOBS[job]} failed: ${last?.error ?? 'no reason given'}`
      : `${JOBS[job]} should have run on ${formatTroubleTime(dueSince ?? now)}`,
    meaning: GRAVE[job] ?? 'It is tried again with growing pauses.',
    action: hasFailed
      ? 'Read the run; it is repeated by itself, and may be started by hand.'
      : 'Is a node with SCHEDULER on running? Start it by hand otherwise.',
    link: job === 'backup' ? '/admin/backups' : `/admin/jobs?job=${job}`,
  }
}
