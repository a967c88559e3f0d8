import { Anchor, Button, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { Figure } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { FailureNote } from '../../kit/notes.tsx'
import { Page, Panel, titled } from '../../kit/page.tsx'
import { DataTable } from '../../kit/table.tsx'
import { count, dateOf, duration, languageName, percent, spoken } from '../../kit/words.ts'
import { TYPES } from '../subscriptions/subscription.ts'
import styles from './summary-page.module.css'

export const meta = titled('Email overview')

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
          value={data === undefined ? undefined : count(data.subscriptions.subscribers)}
          note="Unique addresses"
        />
        <Figure
          label="Subscriptions"
          value={data === undefined ? undefined : count(data.subscriptions.active)}
          note={
            data === undefined
              ? undefined
              : `${count(data.subscriptions.unconfirmed)} unconfirmed, ${count(data.subscriptions.inactive)} ended`
          }
        />
        <Figure label="Sent" value={data === undefined ? undefined : count(sent)} note="In the last 30 days" />
        <Figure
          label="Waiting"
          value={data === undefined ? undefined : count(data.mails.waiting)}
          note={
            data === undefined
              ? undefined
              : data.mails.oldestDueSeconds === 0
                ? 'None overdue'
                : `Oldest overdue by ${duration(data.mails.oldestDueSeconds * 1_000)}`
          }
        />
      </SimpleGrid>
      {data === undefined ? null : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            <Panel title="Subscriptions by type">
              <Shares values={data.subscriptions.byType} nameOf={(type) => TYPES[type as keyof typeof TYPES] ?? spoken(type)} />
            </Panel>
            <Panel title="Subscriptions by frequency">
              <Shares values={data.subscriptions.byFrequency} />
            </Panel>
            <Panel title="Subscriptions by language">
              <Shares values={data.subscriptions.byLanguage} nameOf={languageName} />
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
                  cells: [dateOf(mails.day), ...(Object.keys(SERIES) as (keyof typeof SERIES)[]).map((name) => count(mails[name]))],
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

/** The parts of a whole, largest first, each with a bar. */
function Shares({
  values,
  nameOf = spoken,
}: {
  readonly values: Readonly<Record<string, number | undefined>>
  nameOf?(key: string): string
}) {
  const entries = Object.entries(values)
    .map(([name, value = 0]) => [name, value] as const)
    .toSorted(([, a], [, b]) => b - a)
  const whole = entries.reduce((sum, [, value]) => sum + value, 0)
  if (whole === 0) {
    return (
      <Text size="sm" c="dimmed">
        None yet.
      </Text>
    )
  }
  return (
    <ul className={styles.shares}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <span>{nameOf(name)}</span>
          <span className={styles.value}>
            {count(value)} <span className={styles.percent}>{percent(value / whole)}</span>
          </span>
          <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" className={styles.rest} />
            <rect width={(value / whole) * 100} height="4" className={styles.part} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
