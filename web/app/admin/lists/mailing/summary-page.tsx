import { Anchor, Button, SimpleGrid, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/answer.ts'
import { FailureNote } from '../../kit/failure.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import { titled } from '../../kit/title.ts'
import { count, dateOf, duration, languageName, spoken } from '../../kit/words.ts'
import { TYPES } from '../subscriptions/subscription.ts'
import { Shares } from './shares.tsx'

export const meta = titled('Mailing')

const PATH = '/api/admin/mailing-summary'

/** Who gets mail, and what became of the mails. */
export default function Mailing() {
  const { may } = useMe()
  const summary = useAnswer('mailing', () => api.get(PATH), { everySeconds: 60 })
  const { data, failure } = summary
  const sent = data?.mails.byState.sent ?? 0
  return (
    <Page
      title="Mailing"
      description="Who gets mail, and what became of the mails of the last 30 days."
      actions={
        <>
          <Button component="a" href={`${PATH}?format=csv`} download variant="default" leftSection={<Icon name="download" />}>
            CSV
          </Button>
          {may('editor') ? (
            <Button component={Link} to="/admin/compose" leftSection={<Icon name="send" />}>
              Compose
            </Button>
          ) : null}
        </>
      }
    >
      {failure === undefined ? null : <FailureNote failure={failure} onRetry={summary.reload} />}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          label="Subscribers"
          value={data === undefined ? undefined : count(data.subscriptions.subscribers)}
          note="Distinct addresses"
        />
        <Figure
          label="Subscriptions"
          value={data === undefined ? undefined : count(data.subscriptions.active)}
          note={
            data === undefined
              ? undefined
              : `${count(data.subscriptions.unconfirmed)} not confirmed, ${count(data.subscriptions.inactive)} ended`
          }
        />
        <Figure label="Sent" value={data === undefined ? undefined : count(sent)} note="In 30 days" />
        <Figure
          label="Waiting"
          value={data === undefined ? undefined : count(data.mails.waiting)}
          note={
            data === undefined
              ? undefined
              : data.mails.oldestDueSeconds === 0
                ? 'None is late'
                : `Oldest is due for ${duration(data.mails.oldestDueSeconds * 1_000)}`
          }
        />
      </SimpleGrid>
      {data === undefined ? null : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            <Panel title="Subscriptions by type">
              <Shares values={data.subscriptions.byType} nameOf={(type) => TYPES[type as keyof typeof TYPES] ?? spoken(type)} />
            </Panel>
            <Panel title="By frequency">
              <Shares values={data.subscriptions.byFrequency} />
            </Panel>
            <Panel title="By language">
              <Shares values={data.subscriptions.byLanguage} nameOf={languageName} />
            </Panel>
            <Panel title="Mails by state">
              <Shares values={data.mails.byState} />
            </Panel>
            <Panel title="Mails by kind">
              <Shares values={data.mails.byKind} />
            </Panel>
            <Panel
              title="Suppressed addresses"
              actions={
                <Anchor component={Link} to="/admin/suppressions" size="sm">
                  All
                </Anchor>
              }
            >
              <Shares values={data.suppressions as Record<string, number>} />
            </Panel>
          </SimpleGrid>
          <Panel title="Mails by day" description="By the day they were decided on, in UTC.">
            {data.series.mails.length === 0 ? (
              <Text c="dimmed">None in the last 30 days.</Text>
            ) : (
              <Table.ScrollContainer
                minWidth={620}
                scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Table of mails by day' } }}
              >
                <Table horizontalSpacing="md">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Day</Table.Th>
                      {SERIES.map((name) => (
                        <Table.Th key={name} ta="right">
                          {HEADS[name]}
                        </Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.series.mails.toReversed().map((day) => (
                      <Table.Tr key={day.day}>
                        <Table.Td>{dateOf(day.day)}</Table.Td>
                        {SERIES.map((name) => (
                          <Table.Td key={name} ta="right">
                            {count(day[name])}
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
          </Panel>
        </>
      )}
    </Page>
  )
}

const SERIES = ['enqueued', 'sent', 'failed', 'suppressed', 'dropped', 'waiting'] as const
const HEADS = { enqueued: 'Decided', sent: 'Sent', failed: 'Failed', suppressed: 'Suppressed', dropped: 'Dropped', waiting: 'Waiting' }
