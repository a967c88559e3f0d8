import type { Tone } from '../../kit/display.tsx'
import type { ListItem } from '../../kit/list/types.ts'
import { formatDuration } from '../../kit/words.ts'

export const RUNS = '/api/admin/jobs'
export type Run = ListItem<typeof RUNS>

export const JOBS: Readonly<Record<Run['job'], string>> = {
  'weekly-digests': 'Weekly digests',
  'weather-alerts': 'Weather alerts',
  'contact-exchange': 'Contact sync',
  'ad-program-sync': 'Ad earnings',
  backup: 'Backup',
  'restore-test': 'Test of a backup',
}

export const RUN_TONES: Readonly<Record<Run['status'], Tone>> = {
  running: 'busy',
  completed: 'good',
  partial: 'notice',
  failed: 'bad',
  interrupted: 'notice',
}

/** A run's duration in words; a dash while it is in progress. */
export function describeRunDuration({ startedAt, finishedAt }: Run): string {
  if (finishedAt === null) return '–'
  // The API rounds to whole seconds.
  const ms = new Date(finishedAt).getTime() - new Date(startedAt).getTime()
  return ms === 0 ? 'under 1 s' : formatDuration(ms)
}
