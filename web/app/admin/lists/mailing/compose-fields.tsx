import { MultiSelect, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { counted, languageName } from '../../kit/words.ts'
import type { Draft } from './message.ts'

export interface ComposeFieldsProps {
  readonly form: UseFormReturnType<Draft>
  /** Those that readers have. */
  readonly languages: readonly string[]
  readonly readers: number
}

export function ComposeFields({ form, languages, readers }: ComposeFieldsProps) {
  return (
    <>
      <Stack gap={6}>
        <Text id="audience" size="sm" fw={500}>
          To
        </Text>
        <SegmentedControl
          aria-labelledby="audience"
          fullWidth
          data={[
            { value: 'newsletter', label: 'Newsletter readers' },
            { value: 'one', label: 'One address' },
          ]}
          {...form.getInputProps('audience')}
        />
      </Stack>
      {form.values.audience === 'newsletter' ? (
        <MultiSelect
          label="Languages"
          description={`${counted(readers, 'confirmed subscription')}; none chosen: readers of all languages.`}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
          clearable
          {...form.getInputProps('languages')}
        />
      ) : (
        <TextInput label="Address" type="email" required autoComplete="off" {...form.getInputProps('to')} />
      )}
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea
        label="Text"
        description="Markdown: **bold**, *italic*, # headings, lists, links. HTML stays text, pictures are left out."
        required
        autosize
        minRows={12}
        maxRows={30}
        maxLength={50_000}
        {...form.getInputProps('body')}
      />
    </>
  )
}
