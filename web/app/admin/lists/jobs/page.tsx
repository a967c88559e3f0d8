import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, PERIOD, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { spoken } from '../../kit/words.ts'
import { JOBS, type Run, RUN_TONES, RUNS, tookOf } from './run.ts'
import { RunDetails } from './run-details.tsx'
import { StartJob } from './start-job.tsx'

export const meta = titled('Job runs')

const COLUMNS: readonly Column<Run, SortName<typeof RUNS>>[] = [
  { head: 'Job', cell: ({ job, dryRun }) => (dryRun ? `${JOBS[job]} (dry run)` : JOBS[job]) },
  { head: 'Status', cell: ({ status }) => <Status tone={RUN_TONES[status]}>{spoken(status)}</Status> },
  { head: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} />, sort: 'startedAt', isDescendingFirst: true },
  { head: 'Duration', cell: tookOf, isMinor: true },
  { head: 'Started by', cell: ({ trigger }) => spoken(trigger), isMinor: true },
  { head: 'Emails', cell: ({ progress }) => progress.enqueued ?? '–', align: 'right' },
]
const FILTERS: readonly Filter[] = [
  { name: 'job', label: 'Job', options: Object.entries(JOBS).map(([value, label]) => ({ value, label })) },
  { name: 'status', label: 'Status', options: ['running', 'completed', 'partial', 'failed', 'interrupted'] },
  { name: 'trigger', label: 'Started by', options: ['scheduler', 'cron', 'admin', 'warnings'] },
  {
    name: 'dryRun',
    label: 'Type',
    options: [
      { value: 'false', label: 'Real runs' },
      { value: 'true', label: 'Dry runs' },
    ],
  },
  ...PERIOD,
]

export default function JobRuns() {
  const { may } = useMe()
  return (
    <ListPage
      path={RUNS}
      title="Job runs"
      description="Runs of the digest and alert jobs. Each email is sent once, no matter how often a job runs."
      columns={COLUMNS}
      filters={FILTERS}
      search="Error"
      defaultSort="-startedAt"
      keyOf={({ id }) => id}
      everySeconds={5}
      renderActions={(list) => (may('editor') ? <StartJob onStarted={list.reload} /> : null)}
      renderDetails={(run) => <RunDetails key={run.id} run={run} />}
      detailsTitle={({ job, dryRun }) => (dryRun ? `${JOBS[job]}: dry run` : JOBS[job])}
      nothing="Scheduled, cron and manual runs appear here."
    />
  )
}
