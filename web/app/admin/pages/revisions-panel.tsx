import { Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Moment } from '../kit/moment.tsx'
import { Panel } from '../kit/panel.tsx'
import { Status } from '../kit/status.tsx'
import type { PageChange } from './page-editor.tsx'
import { RevisionDiff } from './revision-diff.tsx'
import type { CmsPage } from './text.ts'

interface Props {
  readonly page: CmsPage
  readonly mayEdit: boolean
  readonly isBusy: boolean
  onChange(change: PageChange): Promise<void>
}

/** Revisions, their differences, and restoring them. */
export function RevisionsPanel({ page, mayEdit, isBusy, onChange }: Props) {
  const sides = sidesOf(page)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  if (sides.length < 2 && page.revisions.length === 0) return null
  const isKnown = (side: string | null) => side !== null && sides.some(({ value }) => value === side)
  const chosenFrom = isKnown(from) ? from : (sides.at(-1)?.value ?? null)
  const chosenTo = isKnown(to) ? to : (sides[0]?.value ?? null)
  return (
    <Panel title="Revisions" description="The last 100 saves. Restoring a revision creates a draft; visitors see it once you publish it.">
      <Stack gap="lg">
        <Table.ScrollContainer
          minWidth={560}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Revisions, table' } }}
        >
          <Table fz="sm" verticalSpacing={7} aria-label="Revisions">
            <Table.Thead>
              <Table.Tr>
                {['Revision', 'Title', 'Saved', 'By', ''].map((column) => (
                  <Table.Th key={column} scope="col">
                    {column === '' ? (
                      <Text span size="sm" fw={700}>
                        Actions
                      </Text>
                    ) : (
                      column
                    )}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {page.revisions.map(({ revision, title, createdAt, createdBy }) => (
                <Table.Tr key={revision}>
                  <Table.Th scope="row" fw={400}>
                    {revision} {page.published?.revision === revision && <Status tone="good">Published</Status>}
                    {page.draft?.revision === revision && <Status tone="busy">Draft</Status>}
                  </Table.Th>
                  <Table.Td>{title}</Table.Td>
                  <Table.Td>
                    <Moment at={createdAt} />
                  </Table.Td>
                  <Table.Td>{createdBy}</Table.Td>
                  <Table.Td>
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Compare revision ${revision}`}
                        onClick={() => setFrom(String(revision))}
                      >
                        Compare
                      </Button>
                      {mayEdit && page.draft?.revision !== revision && (
                        <Button
                          size="compact-xs"
                          variant="default"
                          disabled={isBusy}
                          aria-label={`Restore revision ${revision}`}
                          onClick={() => void onChange({ action: 'restore', revision })}
                        >
                          Restore
                        </Button>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {sides.length > 1 && (
          <>
            <Group grow maw="32rem">
              <Select label="Compare" data={sides} value={chosenFrom} allowDeselect={false} onChange={setFrom} />
              <Select label="with" data={sides} value={chosenTo} allowDeselect={false} onChange={setTo} />
            </Group>
            {chosenFrom !== null && chosenTo !== null && <RevisionDiff page={page} from={chosenFrom} to={chosenTo} />}
          </>
        )}
      </Stack>
    </Panel>
  )
}

/** The texts that can be compared, newest first. */
function sidesOf({ draft, published, shipped, revisions }: CmsPage): { readonly value: string; readonly label: string }[] {
  return [
    ...(draft === null ? [] : [{ value: 'draft', label: 'Draft' }]),
    ...(published === null ? [] : [{ value: 'published', label: 'Published' }]),
    ...revisions.map(({ revision }) => ({ value: String(revision), label: `Revision ${revision}` })),
    ...(shipped === null ? [] : [{ value: 'shipped', label: 'Default text' }]),
  ]
}
