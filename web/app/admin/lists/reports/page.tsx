import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { writeCityPath } from '../../../visit/city-path.ts'
import { useAction } from '../../kit/api.tsx'
import { Facts, Figure, Soft, Status, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { BulkAction } from '../../kit/list/selection.tsx'
import { type Column, defineFilters, type ListHandle, type ListItem, PERIOD, type SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { formatCount, formatPoint, formatIdentifier } from '../../kit/words.ts'
import { formatObservedValue, listShownFacts } from './report-text.ts'

export const meta = buildAdminMeta('Reports')

const PATH = '/api/admin/reports'
type Report = ListItem<typeof PATH>
type State = Report['state']

const TONES = { open: 'notice', resolved: 'good', dismissed: 'quiet' } as const
/** The actions on a report, by the state they lead to. */
const MOVES: Readonly<Record<State, string>> = { resolved: 'Resolve report', dismissed: 'Dismiss report', open: 'Reopen report' }

const COLUMNS: readonly Column<Report, SortName<typeof PATH>>[] = [
  { head: 'About', cell: ({ field, scope }) => `${formatIdentifier(field)}, ${scope}` },
  { head: 'Place', cell: ({ lat, lon }) => formatPoint(lat, lon), isNarrow: true },
  { head: 'Observed', cell: ({ observedValue, field, units }) => formatObservedValue(observedValue, field, units) ?? '–' },
  {
    head: 'Comment',
    cell: ({ comment }) => (
      <Text size="sm" lineClamp={1} maw={260}>
        {comment ?? '–'}
      </Text>
    ),
    isMinor: true,
  },
  { head: 'Status', cell: ({ state }) => <Status tone={TONES[state]}>{formatIdentifier(state)}</Status> },
  { head: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} />, sort: 'receivedAt', isDescendingFirst: true },
]
const FILTERS = defineFilters<typeof PATH>()(
  { name: 'state', label: 'Status', options: ['open', 'resolved', 'dismissed'] },
  { name: 'field', label: 'About', options: ['temperature', 'precipitation', 'wind', 'condition', 'alert', 'other'] },
  { name: 'scope', label: 'Scope', options: ['current', 'hourly', 'daily', 'minutely'] },
  ...PERIOD,
)

const BULK = (['resolved', 'dismissed'] as const).map((state): BulkAction<Report> => ({
  label: state === 'resolved' ? 'Resolve reports' : 'Dismiss reports',
  explained: 'Who sent them is not told. Each can be reopened.',
  applies: (report) => report.state !== state,
  run: ({ id, version }) => api.patch(PATH, { body: { id, state, version } }),
}))

export default function Reports() {
  const isEditor = useMe().may('editor')
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
      bulk={isEditor ? BULK : []}
      nameOf={({ field, lat, lon }) => `${formatIdentifier(field)} at ${formatPoint(lat, lon)}`}
      renderAbove={({ totals }) =>
        totals === undefined ? null : (
          <SimpleGrid cols={3}>
            <Figure label="Open" value={formatCount(totals.open)} />
            <Figure label="Resolved" value={formatCount(totals.resolved)} />
            <Figure label="Dismissed" value={formatCount(totals.dismissed)} />
          </SimpleGrid>
        )
      }
      renderDetails={(report, list) => <ReportDetails key={report.id} report={report} list={list} />}
      detailsTitle={({ field, lat, lon }) => `${formatIdentifier(field)} at ${formatPoint(lat, lon)}`}
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
          Status: <Status tone={TONES[report.state]}>{formatIdentifier(report.state)}</Status>,
          About: `${formatIdentifier(report.field)}, ${report.scope}`,
          Observed: formatObservedValue(report.observedValue, report.field, report.units),
          Units: report.units === null ? 'Not given' : formatIdentifier(report.units),
          Comment: report.comment,
          Place: (
            <a href={writeCityPath({ name: '', lat, lon })} target="_blank" rel="noreferrer">
              {formatPoint(lat, lon)}
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
        Scope: formatIdentifier(String(scope)),
        Source: `${String(source)}${simulated === true ? ' (simulated)' : ''}`,
        Fetched: <Time at={String(fetchedAt)} absolute />,
        ...Object.fromEntries(listShownFacts(data, units)),
      }}
    />
  )
}
