import { Table } from '@mantine/core'
import { Panel } from '../kit/panel.tsx'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import { rate } from './rate.ts'
import { NoData } from '../kit/empty-state.tsx'

/** How well the caches serve each scope. */
export function LayerCard({ scopes }: { readonly scopes: Usage['cache']['byScope'] }) {
  return (
    <Panel title="Cache by scope">
      {scopes.length === 0 ? (
        <NoData />
      ) : (
        <Table fz="sm" verticalSpacing={7} aria-label="Cache by scope">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Scope</Table.Th>
              <Table.Th scope="col" ta="end">
                Answers
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Hit rate
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {scopes.map(({ scope, memory, database, upstream, hitRate }) => (
              <Table.Tr key={scope}>
                <Table.Th scope="row" fw={400}>
                  {scope}
                </Table.Th>
                <Table.Td ta="end">{count(memory + database + upstream)}</Table.Td>
                <Table.Td ta="end">{rate(hitRate)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}
