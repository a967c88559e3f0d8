import { Group, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { SourceEditor } from '../editing/source-editor.tsx'
import { Panel } from '../kit/panel.tsx'
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
