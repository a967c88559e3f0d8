import { Anchor, Button, Code, Group, Skeleton, Stack, Text, Timeline, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { useAnswer } from '../../kit/answer.ts'
import { Facts } from '../../kit/facts.tsx'
import { FailureNote } from '../../kit/failure.tsx'
import { Icon } from '../../kit/icon.tsx'
import type { ListHandle } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { duration, spoken } from '../../kit/words.ts'
import { type Mail, MAIL_TONES } from './mail.ts'

type Attempt = Answer<'get', '/api/admin/outbox/{id}'>['attempts'][number]

/** One mail with all delivery attempts; a failed one can be retried. */
export function MailDetails({ mail, list }: { readonly mail: Mail; readonly list: ListHandle<Mail> }) {
  const { may } = useMe()
  const whole = useAnswer(`${mail.id} ${mail.state} ${mail.attempts}`, () => api.get('/api/admin/outbox/{id}', { path: { id: mail.id } }))
  const retry = useAction(() => api.post('/api/admin/outbox/{id}/retry', { path: { id: mail.id } }), {
    done: 'Email queued again',
    onDone: (answer) => list.replace(answer.mail),
    reload: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={[
          [
            'Status',
            <Status key="state" tone={MAIL_TONES[mail.state]}>
              {spoken(mail.state)}
            </Status>,
          ],
          ['To', mail.email],
          ['Language', mail.lang],
          [
            'Template',
            <Anchor key="template" component={Link} to={`/admin/email-templates/${mail.template}`} inherit>
              {mail.template}
            </Anchor>,
          ],
          ['Queued', <Moment key="created" at={mail.createdAt} absolute />],
          ['Run or message ID', mail.runId === null ? null : <Code key="run">{mail.runId}</Code>],
          ['Next attempt', <Moment key="next" at={mail.nextAttemptAt} />],
          ['Expires', <Moment key="drop" at={mail.dropAfter} absolute />],
          ['Completed', <Moment key="settled" at={mail.settledAt} absolute />],
          ['Last error', mail.lastError],
        ]}
      />
      {mail.state === 'failed' && may('editor') ? (
        <Group>
          <Button onClick={() => void retry.run()} loading={retry.isBusy} leftSection={<Icon name="reload" />}>
            Retry sending
          </Button>
        </Group>
      ) : null}
      <Title order={3} size="h5">
        Attempts
      </Title>
      {whole.failure !== undefined ? (
        <FailureNote failure={whole.failure} onRetry={whole.reload} />
      ) : whole.data === undefined ? (
        <Skeleton height={60} />
      ) : whole.data.attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No attempts yet.
        </Text>
      ) : (
        <Timeline bulletSize={14} lineWidth={2}>
          {whole.data.attempts.map((attempt) => (
            <AttemptItem key={attempt.number} attempt={attempt} />
          ))}
        </Timeline>
      )}
    </Stack>
  )
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const took = new Date(attempt.endedAt).getTime() - new Date(attempt.startedAt).getTime()
  return (
    <Timeline.Item title={spoken(attempt.outcome)}>
      <Text size="sm" c="dimmed">
        <Moment at={attempt.startedAt} absolute /> · {duration(took)}
      </Text>
      {attempt.response === null ? null : (
        <Code block tabIndex={0}>
          {attempt.response}
        </Code>
      )}
    </Timeline.Item>
  )
}
