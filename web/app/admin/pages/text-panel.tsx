import { Group, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import article from '../../routes/page.module.css?raw'
import site from '../../styles/site.css?raw'
import tokens from '../../styles/tokens.css?raw'
import type { Language } from '../editing/choices.ts'
import { FIRST_VIEW, PreviewFrame, type Scheme, ViewControls } from '../editing/preview-frame.tsx'
import { SourceEditor } from '../editing/source-editor.tsx'
import { useAnswer } from '../kit/api.tsx'
import { Answered } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import type { Text } from './text.ts'

interface Props {
  readonly text: Text
  readonly errors: Readonly<Record<string, string>>
  readonly isReadOnly: boolean
  onChange(change: Partial<Text>): void
}

const MAX_BODY = 100_000

/** The editable fields: title, description for search engines, and body. */
export function TextPanel({ text: { title, description, indexable, format, body }, errors, isReadOnly, onChange }: Props) {
  return (
    <Panel title="Text">
      <Stack gap="md">
        <TextInput
          label="Title"
          value={title}
          error={errors['title']}
          readOnly={isReadOnly}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="One sentence for search results"
          autosize
          minRows={1}
          maxRows={3}
          value={description}
          error={errors['description']}
          readOnly={isReadOnly}
          maxLength={400}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value.replaceAll(/\n\s*/g, ' ') })}
        />
        <Group justify="space-between">
          <SegmentedControl
            aria-label="Format"
            size="xs"
            disabled={isReadOnly}
            value={format}
            onChange={(chosen) => onChange({ format: chosen as Text['format'] })}
            data={[
              { value: 'markdown', label: 'Markdown' },
              { value: 'html', label: 'HTML' },
            ]}
          />
          <Switch
            label="Let search engines index it"
            checked={indexable}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => onChange({ indexable: currentTarget.checked })}
          />
        </Group>
        <SourceEditor
          label={format === 'markdown' ? 'Text in Markdown' : 'Text in HTML'}
          syntax={format}
          value={body}
          faults={errors['body'] === undefined ? [] : [{ line: null, message: errors['body'] }]}
          isReadOnly={isReadOnly}
          isWrapped
          maxLength={MAX_BODY}
          onChange={(source) => onChange({ body: source })}
        />
      </Stack>
    </Panel>
  )
}

const PAUSE_MS = 300

/** The text as the site would show it, with the site's styles. */
export function TextPreview({ text: { title, format, body }, lang }: { readonly text: Text; readonly lang: Language }) {
  const [view, setView] = useState(FIRST_VIEW)
  const [settled] = useDebouncedValue(JSON.stringify({ format, body }), PAUSE_MS)
  const preview = useAnswer(settled, () =>
    api.post('/api/admin/cms-pages/preview', { body: JSON.parse(settled) as Pick<Text, 'format' | 'body'> }),
  )
  return (
    <Panel title="Preview">
      <ViewControls view={view} onChange={setView} />
      <Answered of={preview} height={420}>
        {(data) => <PreviewFrame title="Page preview" html={pageOf(title, data.html, { lang, scheme: view.scheme })} {...view} />}
      </Answered>
    </Panel>
  )
}

const IN_FRAME = 'body { padding: var(--space-4); }'

function pageOf(title: string, html: string, { lang, scheme }: { readonly lang: Language; readonly scheme: Scheme }): string {
  const heading = document.createElement('h1')
  heading.textContent = title
  return `<!doctype html><html lang="${lang}" data-theme="${scheme}"><head><style>${tokens}${site}${article}${IN_FRAME}</style></head><body><article class="card text">${heading.outerHTML}<div>${html}</div></article></body></html>`
}
