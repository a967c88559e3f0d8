import { Card, Table } from '@mantine/core'
import { useId } from 'react'
import { count } from '../kit/words.ts'
import type { Usage } from './answers.ts'
import styles from './panel.module.css'
import { rate } from './rate.ts'

/** How well the caches serve each scope. */
export function LayerCard({ scopes }: { readonly scopes: Usage['cache']['byScope'] }) {
  const id = useId()
  return (
    <Card component="section" withBorder radius="md" padding="lg" h="100%" aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        Cache by scope
      </h2>
      <Table mt="sm" fz="sm" verticalSpacing={7} aria-labelledby={id}>
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
    </Card>
  )
}
