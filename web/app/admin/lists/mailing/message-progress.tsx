import { Alert, Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import type { Answer } from '../../../api/ask.ts'
import { useAnswer } from '../../kit/answer.ts'
import { FailureNote } from '../../kit/failure.tsx'
import { Icon } from '../../kit/icon.tsx'
import { count, counted } from '../../kit/words.ts'

const POLL_SECONDS = 3

/** The progress of a message that was sent. */
export function MessageProgress({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { data, failure, reload } = useAnswer(id, () => api.get('/api/admin/email/compose/{id}', { path: { id } }), {
    everySeconds: (progress) => (isComplete(progress) ? undefined : POLL_SECONDS),
  })
  const isDone = isComplete(data)
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />
  const recipients = data?.message.recipients ?? 0
  const settled = data === undefined ? 0 : settledOf(data)
  return (
    <Alert
      color={isDone ? 'green' : 'blue'}
      icon={<Icon name={isDone ? 'check' : 'send'} />}
      title={isDone ? 'Message processed' : 'Sending message'}
      withCloseButton
      onClose={onClose}
      closeButtonLabel="Close"
    >
      <Stack gap="xs">
        <Text size="sm" role="status">
          {data?.message.state === 'enqueued'
            ? `${counted(recipients, 'email')}: ${count(data.mails.sent)} sent, ${count(data.mails.waiting)} waiting, ${count(data.mails.failed)} failed.`
            : `Adding to the outbox: ${counted(recipients, 'email')} so far.`}
        </Text>
        {recipients === 0 ? null : <Progress value={(settled / recipients) * 100} aria-label="Sending progress" />}
        <Group>
          <Anchor component={Link} to={`/admin/outbox?runId=${id}`} size="sm">
            View in outbox
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}

type Sent = Answer<'get', '/api/admin/email/compose/{id}'>

function isComplete(progress: Sent | undefined): boolean {
  return progress?.message.state === 'enqueued' && settledOf(progress) >= progress.message.recipients
}

function settledOf({ mails: { sent, failed, suppressed, dropped } }: Sent): number {
  return sent + failed + suppressed + dropped
}
