import { Skeleton, Table, Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { Status } from '../kit/status.tsx'
import { spoken } from '../kit/words.ts'

const PLACEMENTS = ['dashboard', 'hero', 'recent-checks', 'city-detail'] as const

/** The site's ad placements, as the environment configures them. */
export function PlacementsPanel() {
  const { data, failure, reload } = useAnswer('ads', async () => {
    const [config, ...placements] = await Promise.all([
      api.get('/api/ads/config'),
      ...PLACEMENTS.map((placement) => api.get('/api/ads', { query: { placement } })),
    ])
    return { config, placements }
  })
  return (
    <Panel title="Placements" description="Configured in the environment: AD_PROGRAM_CLIENT_ID and one slot per placement.">
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? (
        failure === undefined && <Skeleton h={160} />
      ) : (
        <>
          <Text size="sm" mb="sm">
            {data.config.scriptEnabled ? (
              <>
                Pages load the ad script for <code>{data.config.clientId}</code>
                {data.config.consentRequired && ' after the visitor consents'}.
              </>
            ) : (
              'No publisher ID is set, so pages load no ad script.'
            )}
          </Text>
          <Table.ScrollContainer
            minWidth={380}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Placements, table' } }}
          >
            <Table fz="sm" verticalSpacing={7} aria-label="Placements">
              <Table.Thead>
                <Table.Tr>
                  {['Placement', 'Status', 'Slot', 'Format'].map((column) => (
                    <Table.Th key={column} scope="col">
                      {column}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.placements.map(({ placement, enabled, slotId, format }) => (
                  <Table.Tr key={placement}>
                    <Table.Th scope="row" fw={400}>
                      {spoken(placement)}
                    </Table.Th>
                    <Table.Td>
                      <Status tone={enabled ? 'good' : 'quiet'}>{stateOf(placement, enabled)}</Status>
                    </Table.Td>
                    <Table.Td>{slotId ?? '–'}</Table.Td>
                    <Table.Td>{spoken(format)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </Panel>
  )
}

/** Our own pages show no ad among the popular places; other API clients get a slot there. */
function stateOf(placement: (typeof PLACEMENTS)[number], enabled: boolean): string {
  if (!enabled) return 'Off'
  return placement === 'recent-checks' ? 'API only' : 'Shown'
}
