import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Facts, Status, Time, type Tone } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListItem, type SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatIdentifier } from '../../kit/words.ts'

const MESSAGES = '/api/admin/push-messages'
type Message = ListItem<typeof MESSAGES>

export const meta = buildAdminMeta('Notifications')

const TONES: Readonly<Record<Message['state'], Tone>> = {
  waiting: 'busy',
  sent: 'good',
  failed: 'bad',
  expired: 'notice',
  replaced: 'notice',
}

const COLUMNS: readonly Column<Message, SortName<typeof MESSAGES>>[] = [
  { head: 'Notification', cell: ({ title }) => title },
  { head: 'State', cell: ({ state }) => <Status tone={TONES[state]}>{formatIdentifier(state)}</Status> },
  { head: 'Last answer', cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '', isMinor: true },
  { head: 'Queued', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true },
  { head: 'Completed', cell: ({ settledAt }) => <Time at={settledAt} />, isMinor: true },
]
const FILTERS = defineFilters<typeof MESSAGES>()(
  { name: 'state', label: 'State', options: ['waiting', 'sent', 'failed', 'expired', 'replaced'] },
  { kind: 'text', name: 'deviceId', label: 'Device ID' },
)

export default function PushMessages() {
  return (
    <ListPage
      path={MESSAGES}
      title="Notifications"
      description="Notifications to browsers that wait, and those of the last 30 days."
      columns={COLUMNS}
      filters={FILTERS}
      search="Text or error"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      everySeconds={20}
      renderDetails={(message) => <MessageDetails message={message} />}
      detailsTitle={({ title }) => title}
    />
  )
}

function MessageDetails({ message }: { readonly message: Message }) {
  return (
    <>
      {message.body.split('\n').map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Facts
        facts={{
          State: <Status tone={TONES[message.state]}>{formatIdentifier(message.state)}</Status>,
          Place: message.place,
          Urgency: formatIdentifier(message.urgency),
          Attempts: message.attempts,
          'Last status': message.lastStatus,
          'Last error': message.lastError,
          Queued: <Time at={message.createdAt} absolute />,
          'Next attempt': <Time at={message.nextAttemptAt} />,
          'Not sent from': <Time at={message.expiresAt} absolute />,
          Completed: <Time at={message.settledAt} absolute />,
        }}
      />
      <Anchor component={Link} to={`/admin/why?device=${message.deviceId}&at=${afterRun(message)}`}>
        Why was it sent?
      </Anchor>
    </>
  )
}

/** Its run is the last one before: instants are rounded down to the second. */
const afterRun = ({ createdAt }: Message): string => new Date(Date.parse(createdAt) + 1_000).toISOString()
