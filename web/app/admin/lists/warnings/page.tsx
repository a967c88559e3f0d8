import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { ConfirmButton, FormModal } from '../../kit/dialogs.tsx'
import { Facts, Time, Rows, Status } from '../../kit/display.tsx'
import { useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListHandle, ListItem, SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { getFieldErrors } from '../../kit/notes.tsx'
import { formatCount, formatQuantity, formatIdentifier } from '../../kit/words.ts'
import { describeOmissions } from './left-out.ts'

export const meta = buildAdminMeta('Warning feeds')

const PATH = '/api/admin/warning-feeds'
type Feed = ListItem<typeof PATH>

const COLUMNS: readonly Column<Feed, SortName<typeof PATH>>[] = [
  { head: 'Feed', cell: ({ name, part }) => (part === '' || part === 'all' ? name : `${name}, ${part}`), sort: 'feed' },
  { head: 'State', cell: (feed) => <FeedStatus feed={feed} /> },
  { head: 'Warnings', cell: ({ warnings }) => formatCount(warnings), align: 'right' },
  { head: 'Areas not located', cell: ({ unlocated }) => formatCount(unlocated), align: 'right' },
  { head: 'Left out of the last reading', cell: ({ leftOut }) => describeOmissions(leftOut) || '–', isMinor: true },
  { head: 'Last complete reading', cell: ({ completeAt }) => (completeAt === null ? '–' : <Time at={completeAt} />) },
]

export default function WarningFeeds() {
  const { may } = useMe()
  return (
    <ListPage
      path={PATH}
      title="Warning feeds"
      description="Official warnings of whole countries. Turn built-in feeds on or off under Connections."
      columns={COLUMNS}
      search="Name"
      defaultSort="feed"
      keyOf={({ feed, part }) => `${feed} ${part}`}
      nothing="Add a weather service’s feed by its address."
      renderActions={(list) => (may('owner') ? <AddFeed list={list} /> : null)}
      renderDetails={(feed, list) => <FeedDetails feed={feed} list={list} />}
      detailsTitle={({ name }) => name}
    />
  )
}

function FeedStatus({ feed: { enabled, failures, completeAt } }: { readonly feed: Feed }) {
  if (!enabled) return <Status tone="quiet">Off</Status>
  if (failures > 0) return <Status tone="bad">Failing</Status>
  return completeAt === null ? <Status tone="notice">Not read yet</Status> : <Status tone="good">Read</Status>
}

function FeedDetails({ feed, list }: { readonly feed: Feed; readonly list: ListHandle<Feed> }) {
  const { may } = useMe()
  const { enabled, url, version } = feed
  const path = { id: feed.feed }
  const given = version === null ? {} : { version }
  const onDone = async () => {
    list.close()
    await list.reload()
  }
  const change = useAction(() => api.patch(`${PATH}/{id}`, { path, body: { enabled: !enabled, ...given } }), {
    done: enabled ? 'Feed turned off' : 'Feed turned on',
    onDone,
    reload: list.reload,
  })
  const remove = useAction(() => api.delete(`${PATH}/{id}`, { path, query: given }), { done: 'Feed removed', onDone, reload: list.reload })
  return (
    <Stack>
      <Facts
        facts={{
          Feed: feed.feed,
          Part: feed.part,
          Address: url,
          'Last reading': feed.readAt === null ? null : <Time at={feed.readAt} absolute />,
          'Last complete reading': feed.completeAt === null ? null : <Time at={feed.completeAt} absolute />,
          'Next reading': <Time at={feed.nextAt} absolute />,
          'Failed readings in a row': formatCount(feed.failures),
          'Last failure': feed.failure === null ? null : formatIdentifier(feed.failure),
          'Warnings now': formatCount(feed.warnings),
          'Areas not located': formatCount(feed.unlocated),
          'Left out of the last reading': describeOmissions(feed.leftOut) || null,
        }}
      />
      {feed.origin === 'added' && may('owner') ? (
        <Group>
          <Button variant="default" onClick={() => void change.run()} loading={change.isBusy}>
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <ConfirmButton title="Remove feed" label="Remove" action={remove}>
            This deletes all warnings of {feed.name}. Subscribers are not told that they ended.
          </ConfirmButton>
        </Group>
      ) : null}
    </Stack>
  )
}

const EMPTY = { name: '', url: '', license: '' }
const SHOWN = 8

type Preview = Answer<'post', '/api/admin/warning-feeds/preview'>

/** Adds a feed of official warnings, after a preview of its current warnings. */
function AddFeed({ list }: { readonly list: ListHandle<Feed> }) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const { form, field, open, modal } = useFormDialog(
    { initialValues: EMPTY, onValuesChange: ({ url }, { url: before }) => (url === before ? undefined : setPreview(null)) },
    ({ name, url, license }) => api.post(PATH, { body: { name: name.trim(), url: url.trim(), license: license.trim() } }),
    { done: 'Feed added', onDone: list.reload },
  )
  const look = useAction(() => api.post(`${PATH}/preview`, { body: { url: form.values.url.trim() } }), {
    onFailure: (failure) => form.setErrors(getFieldErrors(failure)),
    onDone: setPreview,
  })
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" />}>
        Add feed
      </Button>
      <FormModal {...modal} title="Add feed" isIncomplete={preview === null}>
        <TextInput label="Issuer" description="As readers know it" required maxLength={80} data-autofocus {...field('name')} />
        <TextInput
          label="Address"
          description="An RSS or Atom index of CAP 1.2 messages"
          type="url"
          required
          maxLength={500}
          {...field('url')}
        />
        <TextInput label="Licence" description="Shown in the credit for its warnings" maxLength={200} {...field('license')} />
        <Button variant="default" onClick={() => void look.run()} loading={look.isBusy} disabled={form.values.url.trim() === ''}>
          Preview
        </Button>
        {preview === null ? <Text size="sm">Preview the feed before you add it.</Text> : <Previewed preview={preview} />}
      </FormModal>
    </>
  )
}

function Previewed({ preview: { complete, total, areas, unlocated, warnings, leftOut } }: { readonly preview: Preview }) {
  const out = describeOmissions(leftOut)
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600}>
        {formatQuantity(total, 'warning')} now, in {formatQuantity(areas, 'area')}.
      </Text>
      {complete ? null : <Text size="sm">Part of the feed could not be read.</Text>}
      {unlocated === 0 ? null : <Text size="sm">Areas not located: {formatCount(unlocated)}. Nobody there would be warned.</Text>}
      {out === '' ? null : <Text size="sm">Left out: {out}</Text>}
      <Rows label="Warnings">
        {warnings.slice(0, SHOWN).map(({ event, areas: names, severity, start }) => (
          <li key={`${event} ${start} ${names.join()}`}>
            <Text size="sm">
              {event}
              {severity === null ? '' : ` (${severity})`}: {names.join('; ')}
            </Text>
          </li>
        ))}
      </Rows>
    </Stack>
  )
}
