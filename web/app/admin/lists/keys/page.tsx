import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { FormModal } from '../../kit/dialogs.tsx'
import { Status, Time } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, defineFilters, type ListHandle, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatIdentifier } from '../../kit/words.ts'
import { EditKey } from './edit-key.tsx'
import { IssuedKey } from './issued-key.tsx'
import { type ClientKey, buildKeyForm, KeyFields, KEYS, readKeyTerms } from './key-fields.tsx'
import { RequestsChart } from './usage.tsx'

export const meta = buildAdminMeta('Client keys')

const TONES = { active: 'good', disabled: 'notice', expired: 'quiet', revoked: 'quiet' } as const

const COLUMNS: readonly Column<ClientKey, SortName<typeof KEYS>>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Key', cell: ({ start }) => <code>{start}…</code>, isNarrow: true },
  { head: 'State', cell: ({ state }) => <Status tone={TONES[state]}>{formatIdentifier(state)}</Status> },
  { head: 'Today', cell: ({ today, perDay }) => used(today, perDay), align: 'right' },
  { head: 'This month', cell: ({ month, perMonth }) => used(month, perMonth), align: 'right' },
  { head: 'Last use', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} none="Never" /> },
  { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true, isMinor: true },
]
const FILTERS = defineFilters<typeof KEYS>()({ name: 'state', label: 'State', options: ['active', 'disabled', 'expired', 'revoked'] })

export default function ClientKeys() {
  const { may } = useMe()
  return (
    <ListPage
      path={KEYS}
      title="Client keys"
      description="Keys with which programs use the API: each has its own scopes and limits."
      columns={COLUMNS}
      filters={FILTERS}
      search="Name or first characters"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      nothing="Programs use the API without a key, limited by their address."
      renderActions={(list) => (may('owner') ? <CreateKey list={list} /> : null)}
      renderAbove={({ days }) => (days === undefined ? null : <RequestsChart title="Requests with a key" days={days} />)}
      renderDetails={(key, list) => <EditKey key={`${key.id} ${key.version}`} clientKey={key} list={list} />}
      detailsTitle={({ name }) => name}
    />
  )
}

function used(requests: number, limit: number | null): string {
  return limit === null ? formatCount(requests) : `${formatCount(requests)} of ${formatCount(limit)}`
}

/** Creates a key and shows it. */
function CreateKey({ list }: { readonly list: ListHandle<ClientKey> }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { form, field, open, modal } = useFormDialog(
    { initialValues: buildKeyForm() },
    (values) => api.post(KEYS, { body: readKeyTerms(values) }),
    {
      async onDone(answer) {
        setSecret(answer.secret)
        await list.reload()
      },
    },
  )
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" />}>
        Create key
      </Button>
      <FormModal {...modal} title="Create key" isIncomplete={form.values.scopes.length === 0}>
        <KeyFields field={field} isFocused />
      </FormModal>
      <IssuedKey secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}
