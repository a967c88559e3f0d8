import { formatInstant } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { MailJobName } from './job.ts'
import type { FinishedRun } from './service.ts'
import type { Run } from './store.ts'

/** The outcome so far of the mails that a run queued. */
export interface SettledMails {
  readonly sent: number
  readonly failed: number
  readonly suppressed: number
}

/** A job's counts with their initial values, for a run that has not reported yet. */
const NO_COUNTS: Readonly<Record<MailJobName, object>> = {
  'weekly-digests': { subscriptions: 0, recipients: 0, cities: 0, enqueued: 0, sent: 0, skipped: 0, failed: 0 },
  'weather-alerts': { subscriptions: 0, cells: 0, sources: {}, matches: 0, enqueued: 0, sent: 0, suppressed: 0, failed: 0 },
}

/**
 * The answer to a request that waited for a run: the job's counts and the outcome of its mails.
 * @throws the job's error; AppError service_unavailable when the run was cut off before it had a result
 */
export function buildFinishedAnswer(job: MailJobName, run: FinishedRun, mails: SettledMails, dryRun: boolean) {
  const { result } = run
  if (result === null) throw run.status === 'interrupted' ? cutOff() : run.error
  const counts = { ...NO_COUNTS[job], ...result } as Record<string, number>
  const add = (name: string, more: number): Record<string, number> => ({ [name]: (counts[name] ?? 0) + more })
  return {
    ...counts,
    job,
    runId: run.runId,
    status: result.status,
    startedAt: formatInstant(run.startedAt),
    finishedAt: formatInstant(run.finishedAt),
    ...add('sent', mails.sent),
    ...add('failed', mails.failed),
    ...add(job === 'weekly-digests' ? 'skipped' : 'suppressed', mails.suppressed),
    ...(dryRun ? { dryRun } : {}),
  }
}

/** The answer to a request that found a run in progress: its counts so far. */
export function buildRunningAnswer(job: MailJobName, { id, startedAt, progress }: Run) {
  return {
    ...NO_COUNTS[job],
    ...progress,
    job,
    runId: id,
    status: 'already_running',
    startedAt: formatInstant(startedAt),
    finishedAt: null,
  }
}

function cutOff(): AppError {
  return new AppError('service_unavailable', 'The run was interrupted and will resume shortly.')
}
