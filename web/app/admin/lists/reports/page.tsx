import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { cityPath } from '../../../visit/city-path.ts'
import { useAction } from '../../kit/api.tsx'
import { Facts, Figure, Soft, Status, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { type Column, type Filter, type ListHandle, type ListItem, PERIOD, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { titled } from '../../kit/page.tsx'
import { count, point, spoken } from '../../kit/words.ts'
import { observedText, shownFacts } from './report-text.ts'

export const meta = titled('Reports')

const PATH = '/api/admin/reports'
type Report = ListItem<typeof PATH>
type State = Report['state']

const TONES = { open: 'notice', resolved: 'good', dismissed: 'quiet' } as const
/** The actions on a report, by the state they lead to. */
const MOVES: Readonly<Record<State, string>> = { resolved: 'Resolve report', dismissed: 'Dismiss report', open: 'Reopen report' }

const COLUMNS: readonly Column<Report, SortName<typeof PATH>>[] = [
  { head: 'About', cell: ({ field, scope }) => `${spoken(field)}, ${scope}` },
  { head: 'Place', cell: ({ lat, lon }) => point(lat, lon), isNarrow: true },
  { head: 'Observed', cell: ({ observedValue, field, units }) => observedText(observedValue, field, units) ?? '–' },
  {
    head: 'Comment',
    cell: ({ comment }) => (
      <Text size="sm" lineClamp={1} maw={260}>
        {comment ?? '–'}
      </Text>
    ),
    isMinor: true,
  },
  { head: 'Status', cell: ({ state }) => <Status tone={TONES[state]}>{spoken(state)}</Status> },
  { head: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} />, sort: 'receivedAt', isDescendingFirst: true },
]
const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'Status', options: ['open', 'resolved', 'dismissed'] },
  { name: 'field', label: 'About', options: ['temperature', 'precipitation', 'wind', 'condition', 'alert', 'other'] },
  { name: 'scope', label: 'Scope', options: ['current', 'hourly', 'daily', 'minutely'] },
  ...PERIOD,
]

export default function Reports() {
  return (
    <ListPage
      path={PATH}
      title="Reports"
      description="Reports of inaccurate data, with the weather shown at that moment."
      columns={COLUMNS}
      filters={FILTERS}
      search="Comment"
      defaultSort="-receivedAt"
      keyOf={({ id }) => id}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={3}>
            <Figure label="Open" value={count(totals.open)} />
            <Figure label="Resolved" value={count(totals.resolved)} />
            <Figure label="Dismissed" value={count(totals.dismissed)} />
          </SimpleGrid>
        )
      }
      renderDetails={(report, list) => <ReportDetails key={report.id} report={report} list={list} />}
      detailsTitle={({ field, lat, lon }) => `${spoken(field)} at ${point(lat, lon)}`}
    />
  )
}

function ReportDetails({ report, list }: { readonly report: Report; readonly list: ListHandle<Report> }) {
  const { may } = useMe()
  const move = useAction((state: State) => api.patch(PATH, { body: { id: report.id, state, version: report.version } }), {
    done: ({ report: { state } }) => `The report is now ${state}`,
    onDone: (answer) => list.replace(answer.report),
    reload: list.reload,
  })
  const { lat, lon } = report
  return (
    <Stack>
      <Facts
        facts={{
          Status: <Status tone={TONES[report.state]}>{spoken(report.state)}</Status>,
          About: `${spoken(report.field)}, ${report.scope}`,
          Observed: observedText(report.observedValue, report.field, report.units),
          Units: report.units === null ? 'Not given' : spoken(report.units),
          Comment: report.comment,
          Place: (
            <a href={cityPath({ name: '', lat, lon })} target="_blank" rel="noreferrer">
              {point(lat, lon)}
            </a>
          ),
          Received: <Time at={report.receivedAt} absolute />,
          'Status since': <Time at={report.stateChangedAt} absolute />,
        }}
      />
      {may('editor') ? (
        <Group>
          {(Object.keys(MOVES) as State[])
            .filter((state) => state !== report.state)
            .map((state) => (
              <Button
                key={state}
                variant={state === 'resolved' ? 'filled' : 'default'}
                loading={move.isBusy}
                onClick={() => void move.run(state)}
              >
                {MOVES[state]}
              </Button>
            ))}
        </Group>
      ) : null}
      <Title order={3} size="h5">
        Weather shown
      </Title>
      {report.shown.length === 0 ? (
        <Soft>No weather was cached for this place.</Soft>
      ) : (
        report.shown.map((shown) => <ShownWeather key={JSON.stringify(shown)} shown={shown} units={report.units} />)
      )}
    </Stack>
  )
}

/** The weather that was shown, in the units of that time. */
function ShownWeather({ shown, units }: { readonly shown: Report['shown'][number]; readonly units: string | null }) {
  const { scope, source, fetchedAt, simulated, data } = shown as Readonly<Record<string, unknown>>
  return (
    <Facts
      facts={{
        Scope: spoken(String(scope)),
        Source: `${String(source)}${simulated === true ? ' (simulated)' : ''}`,
        Fetched: <Time at={String(fetchedAt)} absolute />,
        ...Object.fromEntries(shownFacts(data, units)),
      }}
    />
  )
}
