import { Button, Code, Group, Stack } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { Facts, Status, Time, type Tone } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListHandle, type ListItem, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatIdentifier } from '../../kit/words.ts'

const DELIVERIES = '/api/admin/webhook-deliveries'
type Delivery = ListItem<typeof DELIVERIES>

export const meta = buildAdminMeta('Webhook deliveries')

const TONES: Readonly<Record<Delivery['state'], Tone>> = { waiting: 'busy', delivered: 'good', dead: 'bad' }

const COLUMNS: readonly Column<Delivery, SortName<typeof DELIVERIES>>[] = [
  { head: 'Message', cell: ({ type }) => type },
  { head: 'State', cell: ({ state }) => <Status tone={TONES[state]}>{formatIdentifier(state)}</Status> },
  { head: 'Attempts', cell: ({ attempts, attemptsAllowed }) => `${attempts} of ${attemptsAllowed}`, align: 'right', isMinor: true },
  { head: 'Last answer', cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '' },
  { head: 'Queued', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true },
  { head: 'Completed', cell: ({ settledAt }) => <Time at={settledAt} />, isMinor: true },
]
const FILTERS = defineFilters<typeof DELIVERIES>()(
  { name: 'state', label: 'State', options: ['waiting', 'delivered', 'dead'] },
  { kind: 'text', name: 'webhookId', label: 'Webhook ID' },
)

export default function WebhookDeliveries() {
  return (
    <ListPage
      path={DELIVERIES}
      title="Webhook deliveries"
      description="Messages to webhooks that wait, and those of the last 30 days."
      columns={COLUMNS}
      filters={FILTERS}
      search="Type or error"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      everySeconds={20}
      renderDetails={(delivery, list) => <DeliveryDetails key={delivery.id} delivery={delivery} list={list} />}
      detailsTitle={({ type }) => type}
    />
  )
}

/** One delivery; a dead one can be sent again. */
function DeliveryDetails({ delivery, list }: { readonly delivery: Delivery; readonly list: ListHandle<Delivery> }) {
  const { may } = useMe()
  const replay = useAction(() => api.post('/api/admin/webhook-deliveries/{id}/replay', { path: { id: delivery.id } }), {
    done: 'Message queued again',
    onDone: (answer) => list.replace(answer.delivery),
    reload: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={{
          State: <Status tone={TONES[delivery.state]}>{formatIdentifier(delivery.state)}</Status>,
          'webhook-id': <Code>{delivery.id}</Code>,
          Webhook: <Code>{delivery.webhookId}</Code>,
          Attempts: `${delivery.attempts} of ${delivery.attemptsAllowed}`,
          'Last status': delivery.lastStatus,
          'Last error': delivery.lastError,
          Queued: <Time at={delivery.createdAt} absolute />,
          'Next attempt': <Time at={delivery.nextAttemptAt} />,
          Completed: <Time at={delivery.settledAt} absolute />,
        }}
      />
      {delivery.state === 'dead' && may('editor') ? (
        <Group>
          <Button onClick={() => void replay.run()} loading={replay.isBusy} leftSection={<Icon name="reload" />}>
            Send again
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
