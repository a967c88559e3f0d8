import { Alert, Anchor, Button, Code, Group, List, Modal, Radio, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { Facts, Figure, Soft, Status, Time } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, PERIOD, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { FailureNote } from '../../kit/notes.tsx'
import { formatCount, formatQuantity, formatIdentifier } from '../../kit/words.ts'
import { JOBS, type Run, RUN_TONES, RUNS, describeRunDuration } from './run.ts'

export const meta = buildAdminMeta('Job runs')

const COLUMNS: readonly Column<Run, SortName<typeof RUNS>>[] = [
  { head: 'Job', cell: ({ job, dryRun }) => (dryRun ? `${JOBS[job]} (dry run)` : JOBS[job]) },
  { head: 'Status', cell: ({ status }) => <Status tone={RUN_TONES[status]}>{formatIdentifier(status)}</Status> },
  { head: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, sort: 'startedAt', isDescendingFirst: true },
  { head: 'Duration', cell: describeRunDuration, isMinor: true },
  { head: 'Started by', cell: ({ trigger }) => formatIdentifier(trigger), isMinor: true },
  { head: 'Emails', cell: ({ progress }) => progress.enqueued ?? '–', align: 'right' },
]
const FILTERS = defineFilters<typeof RUNS>()(
  { name: 'job', label: 'Job', options: JOBS },
  { name: 'status', label: 'Status', options: ['running', 'completed', 'partial', 'failed', 'interrupted'] },
  { name: 'trigger', label: 'Started by', options: ['scheduler', 'cron', 'admin', 'warnings'] },
  { name: 'dryRun', label: 'Type', options: { false: 'Real runs', true: 'Dry runs' } },
  ...PERIOD,
)

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

type Started = Answer<'post', '/api/admin/jobs'>

type MailJob = Extract<Run['job'], 'weekly-digests' | 'weather-alerts'>

const WHAT_JOBS_DO: Readonly<Record<MailJob, string>> = {
  'weekly-digests': 'Sends the week ahead and a look back to all subscribers who are due',
  'weather-alerts': 'Checks all subscribed places for hazards and sends new alerts',
}

/** Starts a job; a dry run only reports what would be sent. */
function StartJob({ onStarted }: { onStarted(): unknown }) {
  // The job of a dry run is likely to be the one that is started then.
  const [job, setJob] = useState<MailJob>('weekly-digests')
  const [started, setStarted] = useState<Started | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { form, field, open, modal } = useFormDialog(
    { initialValues: { job, dryRun: true } },
    (body) => api.post('/api/admin/jobs', { body }),
    {
      async onDone(answer): Promise<void> {
        setJob(form.values.job)
        setStarted(answer)
        await onStarted()
      },
    },
  )
  return (
    <>
      <Button
        ref={opener}
        onClick={() => {
          // Also after a dialog that was closed without it.
          form.setFieldValue('dryRun', true)
          open()
        }}
        leftSection={<Icon name="play" size={16} />}
      >
        Start job
      </Button>
      <FormModal {...modal} title="Start a job" label={form.values.dryRun ? 'Start dry run' : 'Start job'}>
        <Radio.Group label="Job" {...field('job')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(WHAT_JOBS_DO).map(([name, description]) => (
              <Radio key={name} value={name} label={JOBS[name as MailJob]} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label="Dry run"
          description="Only shows what would be sent. Sends nothing and calls no provider."
          {...field('dryRun', { type: 'checkbox' })}
        />
      </FormModal>
      {started !== null && (
        <StartedNote
          started={started}
          onClose={() => {
            setStarted(null)
            // The dialog that this one followed would have given the focus back.
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}

function StartedNote({ started: { status, run, preview }, onClose }: { readonly started: Started; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title={JOBS[run.job]} size="lg">
      <Stack>
        {status === 'already_running' ? (
          <Alert color="orange" icon={<Icon name="warning" />}>
            This job is already running. No second run was started.
          </Alert>
        ) : run.dryRun ? (
          <Text>
            {run.status === 'running' ? 'The dry run is still running. Its result will appear in the list.' : dryRunText(run.progress)}
          </Text>
        ) : (
          <Text>The job is running. You can follow it in the list.</Text>
        )}
        {preview !== undefined && preview.length > 0 && (
          <List size="sm" spacing="xs" mah={360} style={{ overflow: 'auto', overflowWrap: 'anywhere' }} tabIndex={0}>
            {preview.map(({ summary }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two mails may read the same
              <List.Item key={index}>{summary}</List.Item>
            ))}
          </List>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What a dry run found, in words. */
function dryRunText({ enqueued = 0, held = 0, cooling = 0, suppressed = 0, failed = 0 }: Run['progress']): string {
  const others = [
    held > 0 && `${formatQuantity(held, 'address', 'addresses')} must wait (quiet hours or frequency)`,
    cooling > 0 && `${formatQuantity(cooling, 'forecast')} in cooldown`,
    suppressed > 0 && `${formatQuantity(suppressed, 'address', 'addresses')} suppressed`,
    failed > 0 && formatQuantity(failed, 'failure'),
  ].filter((text) => text !== false)
  return [`${formatQuantity(enqueued, 'email')} would be sent`, ...others].join('; ') + '.'
}

const POLL_SECONDS = 2

/** One run, refreshed while it is in progress. */
function RunDetails({ run: listed }: { readonly run: Run }) {
  const isRunning = listed.status === 'running'
  const answer = useAnswer(`${listed.id} ${listed.status}`, () => api.get('/api/admin/jobs/{id}', { path: { id: listed.id } }), {
    everySeconds: isRunning ? POLL_SECONDS : undefined,
  })
  const run = answer.data?.run ?? listed
  const mails = answer.data?.mails
  const counts = Object.entries(run.progress).filter(([, value]) => typeof value === 'number') as [string, number][]
  return (
    <Stack>
      <Facts
        facts={{
          Status: <Status tone={RUN_TONES[run.status]}>{formatIdentifier(run.status)}</Status>,
          'Started by': formatIdentifier(run.trigger),
          Started: <Time at={run.startedAt} absolute />,
          Finished: <Time at={run.finishedAt} absolute />,
          Duration: describeRunDuration(run),
          'Run ID': <Code>{run.id}</Code>,
          ...(run.error !== null && { Error: run.error }),
        }}
      />
      <FailureNote failure={answer.failure} onRetry={answer.reload} />
      <Title order={3} size="h5">
        {isRunning ? 'Progress' : 'Result'}
      </Title>
      {counts.length === 0 ? (
        <Soft>No counts yet.</Soft>
      ) : (
        <SimpleGrid cols={{ base: 2, xs: 3 }} aria-live={isRunning ? 'polite' : 'off'}>
          {counts.map(([name, value]) => (
            <Figure key={name} label={formatIdentifier(name)} value={formatCount(value)} />
          ))}
        </SimpleGrid>
      )}
      {mails === undefined || run.dryRun ? null : (
        <>
          <Title order={3} size="h5">
            Emails
          </Title>
          <Facts facts={Object.fromEntries(Object.entries(mails).map(([state, value]) => [formatIdentifier(state), formatCount(value)]))} />
          <Anchor component={Link} to={`/admin/outbox?runId=${run.id}`}>
            View in outbox
          </Anchor>
        </>
      )}
    </Stack>
  )
}
