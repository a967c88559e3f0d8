import { Table } from '@mantine/core'
import { Moment } from '../kit/moment.tsx'
import { Panel } from '../kit/panel.tsx'
import { Status } from '../kit/status.tsx'
import { duration, point } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import styles from './dashboard.module.css'

type Call = Usage['recentCalls'][number]

/** The latest calls to providers. */
export function RecentCalls({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <Panel title="Recent calls">
      <Table.ScrollContainer
        minWidth={860}

        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Recent calls, table' } }}
      >
        <Table fz="sm" verticalSpacing={7} aria-label="Recent calls">
          <Table.Thead>
            <Table.Tr>
              {['Time', 'Provider', 'Scope', 'Cause', 'Place', 'Outcome', 'Duration', 'Request ID'].map((column) => (
                <Table.Th key={column} scope="col">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {calls.map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}

function CallRow({
  call: { startedAt, provider, product, cause, trigger, scope, lat, lon, outcome, status, durationMs, requestId },
}: {
  readonly call: Call
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={startedAt} />
      </Table.Td>
      <Table.Td>
        {provider}
        <div className={styles.soft}>{product}</div>
      </Table.Td>
      <Table.Td>{scope}</Table.Td>
      <Table.Td>
        {cause}
        {trigger !== null && <div className={styles.soft}>{trigger}</div>}
      </Table.Td>
      <Table.Td>{lat === null || lon === null ? '–' : point(lat, lon)}</Table.Td>
      <Table.Td>
        <Status tone={outcome === 'ok' ? 'good' : outcome === null ? 'busy' : 'bad'}>{outcome ?? 'in progress'}</Status>
        {status !== null && status !== 200 && <div className={styles.soft}>{status}</div>}
      </Table.Td>
      <Table.Td>{durationMs === null ? '–' : duration(durationMs)}</Table.Td>
      <Table.Td>
        <code className={styles.soft}>{requestId?.slice(0, 8) ?? '–'}</code>
      </Table.Td>
    </Table.Tr>
  )
}
