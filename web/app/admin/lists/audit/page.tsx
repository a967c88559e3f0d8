import { Code, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { Facts, Soft, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, type ListItem, PERIOD, type SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatIdentifier } from '../../kit/words.ts'
import styles from './page.module.css'

export const meta = buildAdminMeta('Audit log')

const PATH = '/api/admin/audit'
type Entry = ListItem<typeof PATH>

const COLUMNS: readonly Column<Entry, SortName<typeof PATH>>[] = [
  { head: 'Time', cell: (entry) => <Time at={entry.at} absolute />, sort: 'at', isDescendingFirst: true, isNarrow: true },
  { head: 'Actor', cell: (entry) => entry.actor },
  { head: 'Action', cell: (entry) => spokenAction(entry.action) },
  { head: 'Object', cell: describeObject },
  { head: 'What changed', cell: summariseChanges },
  { head: 'Country', cell: (entry) => entry.country ?? '–', isMinor: true },
]
const filtersOf = (
  kinds: { readonly actions: readonly string[]; readonly objectTypes: readonly string[] } | undefined,
): readonly Filter[] => [
  { name: 'action', label: 'Action', options: (kinds?.actions ?? []).map((value) => ({ value, label: spokenAction(value) })) },
  {
    name: 'objectType',
    label: 'Object type',
    options: (kinds?.objectTypes ?? []).map((value) => ({ value, label: formatIdentifier(value) })),
  },
  { kind: 'text', name: 'objectId', label: 'Object ID' },
  ...PERIOD,
]

export default function Audit() {
  const kinds = useAnswer('audit kinds', () => api.get(PATH, { query: { limit: 1 } }))
  return (
    <ListPage
      path={PATH}
      title="Audit log"
      description="Who changed what, when and from where. Secrets are masked, and entries cannot be edited."
      columns={COLUMNS}
      filters={filtersOf(kinds.data?.kinds)}
      search="Actor, action or object"
      defaultSort="-at"
      keyOf={(entry) => entry.id}
      renderDetails={(entry) => <EntryDetails entry={entry} />}
      detailsTitle={(entry) => spokenAction(entry.action)}
    />
  )
}

function EntryDetails({ entry }: { readonly entry: Entry }) {
  return (
    <Stack>
      <Facts
        facts={{
          Time: <Time at={entry.at} absolute />,
          Actor: entry.actor,
          Action: <Code>{entry.action}</Code>,
          Object: `${formatIdentifier(entry.objectType)} ${entry.objectId ?? ''}`,
          Country: entry.country,
          Client: entry.client,
          'Request ID': entry.requestId,
        }}
      />
      {entry.before === null && entry.after === null ? null : (
        <>
          <Title order={3} size="h5">
            {entry.before === null ? 'Created' : entry.after === null ? 'Deleted' : 'Changes'}
          </Title>
          <Changes before={entry.before} after={entry.after} />
        </>
      )}
    </Stack>
  )
}

/** `user.password_reset` → `User: password reset` */
function spokenAction(action: string): string {
  const [object = '', ...verb] = action.split('.')
  return verb.length === 0 ? formatIdentifier(object) : `${formatIdentifier(object)}: ${formatIdentifier(verb.join(' '), false)}`
}

/** What an entry is about; nothing where the action says it: `Settings: update`. */
function describeObject({ action, userId, objectType, objectId, before, after }: Entry): ReactNode {
  if (objectId === null) return action.startsWith(`${objectType}.`) ? '–' : formatIdentifier(objectType)
  if (objectType === 'user' && objectId === userId) return 'Own account'
  const name = NAMES.map((each) => after?.[each] ?? before?.[each]).find((each) => typeof each === 'string' && each !== '')
  return <span className={styles.object}>{`${formatIdentifier(objectType)} ${typeof name === 'string' ? `“${name}”` : objectId}`}</span>
}

/** The fields by which people know an object. */
const NAMES = ['email', 'displayName', 'name', 'subject', 'title']
const SUMMARISED = 2
const MAX_VALUE = 40

const cut = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text)

/** The first changes: `Role: viewer → editor`; long values by their beginning. */
function summariseChanges({ before, after }: Entry): string {
  const changes = changesOf(before, after)
  if (changes.length === 0) return '–'
  const shown = changes.slice(0, SUMMARISED).map(({ path, before: from, after: to }) => {
    const field = path
      .split('.')
      .map((part) => formatIdentifier(part))
      .join(' › ')
    return `${field}: ${[from, to]
      .filter((value) => value !== undefined)
      .map(cut)
      .join(' → ')}`
  })
  return [...shown, ...(changes.length > SUMMARISED ? [`${changes.length - SUMMARISED} more`] : [])].join('; ')
}

type Values = Readonly<Record<string, unknown>>

interface Change {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The differences between two states of an object, by field; null: did not exist, or no longer exists. */
function Changes({ before, after }: { readonly before: Values | null; readonly after: Values | null }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) {
    return <Soft>No changes.</Soft>
  }
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path}>
          <dt>
            {change.path
              .split('.')
              .map((part) => formatIdentifier(part))
              .join(' › ')}
          </dt>
          <dd>
            {change.before === undefined ? null : (
              <del className={styles.before}>
                <span className="unseen">was </span>
                {change.before}
              </del>
            )}
            {change.after === undefined ? null : (
              <ins className={styles.after}>
                <span className="unseen">is now </span>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function changesOf(before: Values | null, after: Values | null): Change[] {
  const from = flat(before)
  const to = flat(after)
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((path) => ({ path, before: from.get(path), after: to.get(path) }))
    .filter((change) => change.before !== change.after)
}

/** Nested objects as dotted paths; lists of plain values in one line. */
function flat(values: Values | null): Map<string, string> {
  const found = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) found.set(path, value.join(', ') || '(empty)')
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(inner, path === '' ? name : `${path}.${name}`)
    } else found.set(path, worded(value))
  }
  if (values !== null) collect(values, '')
  return found
}

function worded(value: unknown): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
