import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListHandle, ListItem, SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { Moment } from '../../kit/moment.tsx'
import { Status } from '../../kit/status.tsx'
import { titled } from '../../kit/title.ts'
import { count, spoken } from '../../kit/words.ts'
import { AddFeed } from './add-feed.tsx'
import { leftOutText } from './left-out.ts'

export const meta = titled('Warning feeds')

const PATH = '/api/admin/warning-feeds'
type Feed = ListItem<typeof PATH>

const COLUMNS: readonly Column<Feed, SortName<typeof PATH>>[] = [
  { head: 'Feed', cell: ({ name, part }) => (part === '' || part === 'all' ? name : `${name}, ${part}`), sort: 'feed' },
  { head: 'State', cell: (feed) => <FeedStatus feed={feed} /> },
  { head: 'Warnings', cell: ({ warnings }) => count(warnings), align: 'right' },
  { head: 'Areas not located', cell: ({ unlocated }) => count(unlocated), align: 'right' },
  { head: 'Left out of the last reading', cell: ({ leftOut }) => leftOutText(leftOut) || '–', isMinor: true },
  { head: 'Last complete reading', cell: ({ completeAt }) => (completeAt === null ? '–' : <Moment at={completeAt} />) },
]

export default function WarningFeeds() {
  const { may } = useMe()
  const [isAdding, setAdding] = useState(false)
  return (
    <ListPage
      path={PATH}
      title="Warning feeds"
      description="Official warnings of whole countries. Turn built-in feeds on or off under Connections."
      columns={COLUMNS}
      filters={[]}
      search="Name"
      defaultSort="feed"
      keyOf={({ feed, part }) => `${feed} ${part}`}
      nothing="Add a weather service’s feed by its address."
      renderActions={(list) =>
        may('owner') ? (
          <>
            <Button onClick={() => setAdding(true)} leftSection={<Icon name="plus" />}>
              Add feed
            </Button>
            <AddFeed isOpen={isAdding} onClose={() => setAdding(false)} onDone={list.reload} />
          </>
        ) : null
      }
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
  const [isRemoving, setRemoving] = useState(false)
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
        facts={[
          ['Feed', feed.feed],
          ['Part', feed.part],
          ['Address', url],
          ['Last reading', feed.readAt === null ? null : <Moment key="read" at={feed.readAt} absolute />],
          ['Last complete reading', feed.completeAt === null ? null : <Moment key="complete" at={feed.completeAt} absolute />],
          ['Next reading', <Moment key="next" at={feed.nextAt} absolute />],
          ['Failed readings in a row', count(feed.failures)],
          ['Last failure', feed.failure === null ? null : spoken(feed.failure)],
          ['Warnings now', count(feed.warnings)],
          ['Areas not located', count(feed.unlocated)],
          ['Left out of the last reading', leftOutText(feed.leftOut) || null],
        ]}
      />
      {feed.origin === 'added' && may('owner') ? (
        <Group>
          <Button variant="default" onClick={() => void change.run()} loading={change.isBusy}>
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <Button variant="default" color="red" onClick={() => setRemoving(true)}>
            Remove
          </Button>
          <Confirm
            isOpen={isRemoving}
            title="Remove feed"
            label="Remove"
            isDangerous
            isBusy={remove.isBusy}
            onConfirm={() => remove.run()}
            onClose={() => setRemoving(false)}
          >
            This deletes all warnings of {feed.name}. Subscribers are not told that they ended.
          </Confirm>
        </Group>
      ) : null}
    </Stack>
  )
}
