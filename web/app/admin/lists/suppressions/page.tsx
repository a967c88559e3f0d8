import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { Facts, Figure, Time } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import {
  type Column,
  defineFilters,
  type Filter,
  type ListHandle,
  type ListItem,
  PERIOD,
  type SortName,
  WHOLE_ADDRESS,
} from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatIdentifier } from '../../kit/words.ts'

export const meta = buildAdminMeta('Suppression list')

const PATH = '/api/admin/suppressions'
type Suppression = ListItem<typeof PATH>

const COLUMNS: readonly Column<Suppression, SortName<typeof PATH>>[] = [
  { head: 'Address (hash)', cell: ({ addressHash }) => addressHash },
  { head: 'Reason', cell: ({ reason }) => formatIdentifier(reason) },
  { head: 'Note', cell: ({ note }) => note ?? '–' },
  { head: 'Since', cell: ({ since }) => <Time at={since} />, sort: 'since', isDescendingFirst: true },
]
const REASONS = ['hard_bounce', 'complaint', 'manual', 'unsubscribed'] as const
const SHARED = defineFilters<typeof PATH>()({ name: 'reason', label: 'Reason', options: REASONS }, ...PERIOD)
const WITH_ADDRESS: readonly Filter[] = [WHOLE_ADDRESS, ...SHARED]

export default function Suppressions() {
  const { may } = useMe()
  const isEditor = may('editor')
  return (
    <ListPage
      path={PATH}
      title="Suppression list"
      description="Addresses that receive no email. They are stored as keyed hashes, so only the exact address can be looked up."
      columns={COLUMNS}
      filters={isEditor ? WITH_ADDRESS : SHARED}
      search="Note"
      defaultSort="-since"
      keyOf={({ addressHash }) => addressHash}
      nothing="Addresses that bounce or complain are added automatically."
      renderActions={(list) => (isEditor ? <Suppress list={list} /> : null)}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {REASONS.map((reason) => (
              <Figure
                key={reason}
                label={formatIdentifier(reason)}
                value={formatCount(Number((totals as Record<string, unknown>)[reason] ?? 0))}
              />
            ))}
          </SimpleGrid>
        )
      }
      renderDetails={(suppression, list) => <SuppressionDetails suppression={suppression} list={list} />}
      detailsTitle={() => 'Suppressed address'}
    />
  )
}

function SuppressionDetails({ suppression, list }: { readonly suppression: Suppression; readonly list: ListHandle<Suppression> }) {
  const { may } = useMe()
  const { addressHash, version } = suppression
  const lift = useAction(() => api.patch(PATH, { body: { addressHash, version, suppressed: false } }), {
    done: 'Address removed from the suppression list',
    onDone: async () => {
      list.close()
      await list.reload()
    },
    reload: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={{
          Hash: addressHash,
          Reason: formatIdentifier(suppression.reason),
          Since: <Time at={suppression.since} absolute />,
          Note: suppression.note,
        }}
      />
      {may('editor') ? (
        <Group>
          <Button variant="default" onClick={() => void lift.run()} loading={lift.isBusy}>
            Remove from list
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

const SUPPRESS_REASONS = ['manual', 'complaint', 'unsubscribed'] as const
const EMPTY = { email: '', reason: 'manual' as (typeof SUPPRESS_REASONS)[number], note: '' }

/** Suppresses an address: it gets no more mail. */
function Suppress({ list }: { readonly list: ListHandle<Suppression> }) {
  const { field, open, modal } = useFormDialog(
    { initialValues: EMPTY },
    ({ email, reason, note }) =>
      api.patch(PATH, { body: { email, reason, suppressed: true, note: note.trim() === '' ? null : note.trim() } }),
    { done: 'Address added to the suppression list', onDone: list.reload },
  )
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" />}>
        Suppress address
      </Button>
      <FormModal {...modal} title="Suppress address">
        <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...field('email')} />
        <Select
          label="Reason"
          data={SUPPRESS_REASONS.map((value) => ({ value, label: formatIdentifier(value) }))}
          allowDeselect={false}
          description="An unsubscribed address still receives emails it requests, such as confirmations."
          {...field('reason')}
        />
        <TextInput label="Note" description="For your team. Do not include the address." maxLength={500} {...field('note')} />
      </FormModal>
    </>
  )
}
