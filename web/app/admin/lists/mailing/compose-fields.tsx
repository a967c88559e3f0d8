import { MultiSelect, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { counted, languageName } from '../../kit/words.ts'
import type { Draft } from './message.ts'

export interface ComposeFieldsProps {
  readonly form: UseFormReturnType<Draft>
  /** The subscribers' languages. */
  readonly languages: readonly string[]
  readonly subscribers: number
}

export function ComposeFields({ form, languages, subscribers }: ComposeFieldsProps) {
  return (
    <>
      <Stack gap={6}>
        <Text id="audience" size="sm" fw={500}>
          Recipients
        </Text>
        <SegmentedControl
          aria-labelledby="audience"
          fullWidth
          data={[
            { value: 'newsletter', label: 'Newsletter subscribers' },
            { value: 'one', label: 'One address' },
          ]}
          {...form.getInputProps('audience')}
        />
      </Stack>
      {form.values.audience === 'newsletter' ? (
        <MultiSelect
          label="Languages"
          description={`${counted(subscribers, 'confirmed subscriber')}. Leave empty to include all languages.`}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
          clearable
          {...form.getInputProps('languages')}
        />
      ) : (
        <TextInput label="Email address" type="email" required autoComplete="off" {...form.getInputProps('to')} />
      )}
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea
        label="Text"
        description="Markdown: **bold**, *italic*, # headings, lists, links. HTML is shown as plain text, and images are left out."
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
