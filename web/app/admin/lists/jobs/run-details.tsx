import { Anchor, Code, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/answer.ts'
import { Facts } from '../../kit/facts.tsx'
import { FailureNote } from '../../kit/failure.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { count, spoken } from '../../kit/words.ts'
import { type Run, RUN_TONES, tookOf } from './run.ts'

const POLL_SECONDS = 2

/** One run, refreshed while it is in progress. */
export function RunDetails({ run: listed }: { readonly run: Run }) {
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
        facts={[
          [
            'Status',
            <Status key="state" tone={RUN_TONES[run.status]}>
              {spoken(run.status)}
            </Status>,
          ],
          ['Started by', spoken(run.trigger)],
          ['Started', <Moment key="from" at={run.startedAt} absolute />],
          ['Finished', <Moment key="to" at={run.finishedAt} absolute />],
          ['Duration', tookOf(run)],
          ['Run ID', <Code key="id">{run.id}</Code>],
          ...(run.error === null ? [] : ([['Error', run.error]] as const)),
        ]}
      />
      {answer.failure === undefined ? null : <FailureNote failure={answer.failure} onRetry={answer.reload} />}
      <Title order={3} size="h5">
        {isRunning ? 'Progress' : 'Result'}
      </Title>
      {counts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No counts yet.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 2, xs: 3 }} aria-live={isRunning ? 'polite' : 'off'}>
          {counts.map(([name, value]) => (
            <Figure key={name} label={spoken(name)} value={count(value)} />
          ))}
        </SimpleGrid>
      )}
      {mails === undefined || run.dryRun ? null : (
        <>
          <Title order={3} size="h5">
            Emails
          </Title>
          <Facts facts={Object.entries(mails).map(([state, value]) => [spoken(state), count(value)] as const)} />
          <Anchor component={Link} to={`/admin/outbox?runId=${run.id}`}>
            View in outbox
          </Anchor>
        </>
      )}
      {run.result === null ? null : (
        <details>
          <summary>Full response</summary>
          <Code block mt="xs" tabIndex={0}>
            {JSON.stringify(run.result, null, 2)}
          </Code>
        </details>
      )}
    </Stack>
  )
}
