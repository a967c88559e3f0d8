import { Anchor, Button, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { Ranking } from '../../charts/ranking.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { Figure } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { FailureNote } from '../../kit/notes.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { DataTable } from '../../kit/table.tsx'
import { formatCount, formatDate, formatDuration, formatEnglishLanguageName, formatFraction, formatIdentifier } from '../../kit/words.ts'
import { TYPES } from '../subscriptions/subscription.ts'

export const meta = buildAdminMeta('Email overview')

const PATH = '/api/admin/mailing-summary'

/** Subscribers, and the outcome of their mails. */
export default function Mailing() {
  const { may } = useMe()
  const summary = useAnswer('mailing', () => api.get(PATH), { everySeconds: 60 })
  const { data, failure } = summary
  const sent = data?.mails.byState.sent ?? 0
  return (
    <Page
      title="Email overview"
      description="Subscribers, and the emails of the last 30 days."
      actions={
        <>
          <Button component="a" href={`${PATH}?format=csv`} download variant="default" leftSection={<Icon name="download" />}>
            Download CSV
          </Button>
          {may('editor') ? (
            <Button component={Link} to="/admin/compose" leftSection={<Icon name="send" />}>
              Compose message
            </Button>
          ) : null}
        </>
      }
    >
      <FailureNote failure={failure} onRetry={summary.reload} />
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          label="Subscribers"
          value={data === undefined ? undefined : formatCount(data.subscriptions.subscribers)}
          note="Unique addresses"
        />
        <Figure
          label="Subscriptions"
          value={data === undefined ? undefined : formatCount(data.subscriptions.active)}
          note={
            data === undefined
              ? undefined
              : `${formatCount(data.subscriptions.unconfirmed)} unconfirmed, ${formatCount(data.subscriptions.inactive)} ended`
          }
        />
        <Figure label="Sent" value={data === undefined ? undefined : formatCount(sent)} note="In the last 30 days" />
        <Figure
          label="Waiting"
          value={data === undefined ? undefined : formatCount(data.mails.waiting)}
          note={
            data === undefined
              ? undefined
              : data.mails.oldestDueSeconds === 0
                ? 'None overdue'
                : `Oldest overdue by ${formatDuration(data.mails.oldestDueSeconds * 1_000)}`
          }
        />
      </SimpleGrid>
      {data === undefined ? null : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            <Panel title="Subscriptions by type">
              <Shares values={data.subscriptions.byType} nameOf={(type) => TYPES[type as keyof typeof TYPES] ?? formatIdentifier(type)} />
            </Panel>
            <Panel title="Subscriptions by frequency">
              <Shares values={data.subscriptions.byFrequency} />
            </Panel>
            <Panel title="Subscriptions by language">
              <Shares values={data.subscriptions.byLanguage} nameOf={formatEnglishLanguageName} />
            </Panel>
            <Panel title="Emails by status">
              <Shares values={data.mails.byState} />
            </Panel>
            <Panel title="Emails by kind">
              <Shares values={data.mails.byKind} />
            </Panel>
            <Panel
              title="Suppressed addresses"
              actions={
                <Anchor component={Link} to="/admin/suppressions" size="sm">
                  View all
                </Anchor>
              }
            >
              <Shares values={data.suppressions as Record<string, number>} />
            </Panel>
          </SimpleGrid>
          <Panel title="Emails per day" description="By the day they were queued (UTC).">
            {data.series.mails.length === 0 ? (
              <Text c="dimmed">No emails in the last 30 days.</Text>
            ) : (
              <DataTable
                label="Emails per day"
                columns={['Day', ...Object.values(SERIES)]}
                numbersFrom={1}
                minWidth={620}
                horizontalSpacing="md"
                rows={data.series.mails.toReversed().map((mails) => ({
                  key: mails.day,
                  cells: [
                    formatDate(mails.day),
                    ...(Object.keys(SERIES) as (keyof typeof SERIES)[]).map((name) => formatCount(mails[name])),
                  ],
                }))}
              />
            )}
          </Panel>
        </>
      )}
    </Page>
  )
}

const SERIES = { enqueued: 'Queued', sent: 'Sent', failed: 'Failed', suppressed: 'Suppressed', dropped: 'Dropped', waiting: 'Waiting' }

interface SharesProps {
  readonly values: Readonly<Record<string, number | undefined>>
  nameOf?(key: string): string
}

/** The parts of a whole, each with its share. */
function Shares({ values, nameOf = formatIdentifier }: SharesProps) {
  const parts = Object.entries(values).map(([key, value = 0]) => ({ name: nameOf(key), value }))
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const items = whole === 0 ? [] : parts.map((part) => ({ ...part, note: formatFraction(part.value / whole) }))
  return <Ranking items={items} whole={whole} nothing="None yet." />
}
