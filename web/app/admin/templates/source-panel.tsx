import { Tabs, TextInput } from '@mantine/core'
import { createTwoFilesPatch } from 'diff'
import { useMemo, useState } from 'react'
import type { ApiFailure } from '../../api/ask.ts'
import { DiffView } from '../editing/diff-view.tsx'
import { SourceEditor } from '../editing/source-editor.tsx'
import { listPartFaults } from '../editing/tokens.ts'
import { Panel } from '../kit/page.tsx'
import { formatQuantity } from '../kit/words.ts'
import type { Part, Sources } from './template.ts'

interface Props {
  readonly drafts: Sources
  readonly shipped: Sources
  readonly failures: readonly (ApiFailure | undefined)[]
  readonly isReadOnly: boolean
  onChange(part: Part, source: string): void
}

const MAX_SOURCE = 200_000

/** Subject, MJML and text, with the API's errors at their lines. */
export function SourcePanel({ drafts, shipped, failures, isReadOnly, onChange }: Props) {
  const [tab, setTab] = useState<string | null>('mjml')
  const faults = {
    subject: listPartFaults('subject', ...failures),
    mjml: listPartFaults('mjml', ...failures),
    text: listPartFaults('text', ...failures),
  }
  return (
    <Panel
      title="Source"
      description="Liquid in MJML and plain text. The frame around it, including the unsubscribe link, is the same in every email."
    >
      <TextInput
        label="Subject"
        mb="md"
        value={drafts.subject}
        readOnly={isReadOnly}
        maxLength={1_000}
        error={faults.subject[0]?.message}
        styles={{ input: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: 13 } }}
        onChange={({ currentTarget }) => onChange('subject', currentTarget.value)}
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="mjml">MJML{marked(faults.mjml.length)}</Tabs.Tab>
          <Tabs.Tab value="text">Plain text{marked(faults.text.length)}</Tabs.Tab>
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mjml">
          <SourceEditor
            label="MJML"
            syntax="mjml"
            value={drafts.mjml}
            faults={faults.mjml}
            isReadOnly={isReadOnly}
            maxLength={MAX_SOURCE}
            onChange={(source) => onChange('mjml', source)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <SourceEditor
            label="Plain text"
            syntax="liquid"
            value={drafts.text}
            faults={faults.text}
            isReadOnly={isReadOnly}
            maxLength={MAX_SOURCE}
            onChange={(source) => onChange('text', source)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="changes">
          <Changes shipped={shipped} drafts={drafts} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

function marked(faults: number): string {
  return faults === 0 ? '' : ` (${formatQuantity(faults, 'error')})`
}

/** The differences from the shipped template. */
function Changes({ shipped, drafts }: Pick<Props, 'shipped' | 'drafts'>) {
  const diff = useMemo(() => createTwoFilesPatch('shipped', 'yours', wholeOf(shipped), wholeOf(drafts)), [shipped, drafts])
  return <DiffView diff={diff} label="Differences from the default template" />
}

function wholeOf({ subject, mjml, text }: Sources): string {
  return `Subject: ${subject}\n\n${mjml}\n\n${text}\n`
}
