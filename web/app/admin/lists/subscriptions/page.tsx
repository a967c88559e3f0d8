import { api } from '../../../api/browser.ts'
import { LANGUAGE_CHOICES } from '../../editing/choices.ts'
import { Time, Status } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { BulkAction } from '../../kit/list/selection.tsx'
import { type Column, defineFilters, type Filter, PERIOD, type SortName, WHOLE_ADDRESS } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatIdentifier } from '../../kit/words.ts'
import { EditSubscription } from './edit-subscription.tsx'
import { PersonButton } from './person.tsx'
import { type Subscription, SUBSCRIPTIONS, TYPES } from './subscription.ts'

export const meta = buildAdminMeta('Subscriptions')

const COLUMNS: readonly Column<Subscription, SortName<typeof SUBSCRIPTIONS>>[] = [
  { head: 'Email', cell: ({ email }) => email },
  { head: 'Type', cell: ({ type }) => TYPES[type] },
  { head: 'Place', cell: ({ cityName }) => cityName ?? '–' },
  { head: 'Frequency', cell: ({ frequency }) => formatIdentifier(frequency), isMinor: true },
  { head: 'Status', cell: (subscription) => <SubscriptionStatus subscription={subscription} /> },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true },
]
const SHARED = defineFilters<typeof SUBSCRIPTIONS>()(
  { name: 'type', label: 'Type', options: TYPES },
  { name: 'active', label: 'Status', options: { true: 'Active', false: 'Ended' } },
  { name: 'confirmed', label: 'Confirmation', options: { true: 'Confirmed', false: 'Unconfirmed' } },
  { name: 'lang', label: 'Language', options: LANGUAGE_CHOICES },
  ...PERIOD,
)
const WITH_ADDRESS: readonly Filter[] = [WHOLE_ADDRESS, ...SHARED]

const BULK: readonly BulkAction<Subscription>[] = [
  {
    label: 'End subscriptions',
    explained: 'They get no more of these emails, and are not told.',
    isDangerous: true,
    applies: ({ active }) => active,
    run: ({ id, version }) => api.patch(SUBSCRIPTIONS, { body: { id, version, active: false } }),
  },
]

export default function Subscriptions() {
  const { may } = useMe()
  const isEditor = may('editor')
  return (
    <ListPage
      path={SUBSCRIPTIONS}
      title="Subscriptions"
      description="Who receives which emails. Ended subscriptions are deleted after 30 days."
      columns={COLUMNS}
      filters={isEditor ? WITH_ADDRESS : SHARED}
      search={isEditor ? 'Address or place' : 'Place'}
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      bulk={isEditor ? BULK : []}
      nameOf={({ email, type, cityName }) => [email, TYPES[type], cityName].filter((each) => each !== null).join(', ')}
      renderActions={(list) => (isEditor ? <PersonButton onErased={list.reload} /> : null)}
      renderDetails={(subscription, list) => (
        <EditSubscription key={`${subscription.id} ${subscription.version}`} subscription={subscription} list={list} />
      )}
      detailsTitle={({ email, type }) => `${TYPES[type]}: ${email}`}
    />
  )
}

function SubscriptionStatus({ subscription: { active, confirmed } }: { readonly subscription: Subscription }) {
  if (!active) return <Status tone="quiet">Ended</Status>
  return confirmed ? <Status tone="good">Active</Status> : <Status tone="notice">Unconfirmed</Status>
}
