import { Anchor, Button, Code, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { Facts, Status, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListHandle, type ListItem, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatQuantity } from '../../kit/words.ts'

const WEBHOOKS = '/api/admin/webhooks'
type Webhook = ListItem<typeof WEBHOOKS>

export const meta = buildAdminMeta('Webhooks')

const REASONS = {
  client: 'Switched off by its client',
  receiver: 'Its receiver is gone (410)',
  failures: 'Three days of failures',
  operator: 'Switched off here',
} as const

const COLUMNS: readonly Column<Webhook, SortName<typeof WEBHOOKS>>[] = [
  { head: 'Client key', cell: ({ keyName }) => keyName },
  { head: 'Place', cell: placeOf },
  { head: 'Receiver', cell: ({ url }) => new URL(url).host },
  { head: 'State', cell: stateOf },
  { head: 'Waiting', cell: ({ waiting }) => formatCount(waiting), align: 'right' },
  { head: 'Dead', cell: ({ dead }) => formatCount(dead), align: 'right' },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true, isMinor: true },
]
const FILTERS = defineFilters<typeof WEBHOOKS>()({ kind: 'text', name: 'keyId', label: 'Client key ID' })

export default function Webhooks() {
  return (
    <ListPage
      path={WEBHOOKS}
      title="Webhooks"
      description="Where programs are sent official warnings and threshold alerts."
      columns={COLUMNS}
      filters={FILTERS}
      search="Client key, place or address"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      everySeconds={20}
      nothing="Programs create webhooks with a client key that includes webhooks."
      renderActions={() => (
        <Button component={Link} to="/admin/webhook-deliveries" variant="default">
          Deliveries
        </Button>
      )}
      renderDetails={(webhook, list) => <WebhookDetails key={webhook.id} webhook={webhook} list={list} />}
      detailsTitle={placeOf}
    />
  )
}

function placeOf({ name, lat, lon }: Webhook): string {
  return name === '' ? `${lat}, ${lon}` : name
}

function stateOf({ enabled, disabledBy }: Webhook) {
  return <Status tone={enabled ? 'good' : 'notice'}>{disabledBy === null ? 'On' : REASONS[disabledBy]}</Status>
}

/** One webhook, which editors switch off and on. */
function WebhookDetails({ webhook, list }: { readonly webhook: Webhook; readonly list: ListHandle<Webhook> }) {
  const { may } = useMe()
  const { id, enabled } = webhook
  const turn = useAction(() => api.patch('/api/admin/webhooks/{id}', { path: { id }, body: { enabled: !enabled } }), {
    done: enabled ? 'Webhook switched off' : 'Webhook switched on',
    onDone: list.reload,
    reload: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={{
          State: stateOf(webhook),
          Since: <Time at={webhook.disabledAt} absolute />,
          'Client key': webhook.keyName,
          Place: `${webhook.lat}, ${webhook.lon}`,
          Address: <Code>{webhook.url}</Code>,
          Created: <Time at={webhook.createdAt} absolute />,
        }}
      />
      <Anchor component={Link} to={`/admin/webhook-deliveries?webhookId=${id}`}>
        Deliveries: {formatQuantity(webhook.waiting, 'message')} waiting, {formatCount(webhook.dead)} dead
      </Anchor>
      {may('editor') ? (
        <Group>
          <Button onClick={() => void turn.run()} loading={turn.isBusy} variant={enabled ? 'default' : 'filled'}>
            {enabled ? 'Switch off' : 'Switch on'}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
