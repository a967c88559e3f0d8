import { Autocomplete, Checkbox, Group, NumberInput, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { formatQuantity, formatEnglishLanguageName } from '../../kit/words.ts'
import { ZONES } from '../../kit/zone.ts'
import { buildAudience, type Draft, SUBSCRIBERS } from './message.ts'

interface Props {
  readonly form: UseFormReturnType<Draft>
  /** The subscribers' languages. */
  readonly languages: readonly string[]
}

/** Who gets it, what it says and when it is sent. */
export function DraftFields({ form, languages }: Props) {
  const { audience } = form.values
  return (
    <>
      <Select
        label="Recipients"
        allowDeselect={false}
        data={[
          { value: 'subscribers', label: 'Subscribers' },
          { value: 'one', label: 'One address' },
        ]}
        {...form.getInputProps('audience')}
      />
      {audience === 'one' ? (
        <TextInput label="Email address" type="email" required autoComplete="off" {...form.getInputProps('to')} />
      ) : (
        <Segment form={form} languages={languages} />
      )}
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea
        label="Text"
        description="Markdown: **bold**, *italic*, # headings, lists, links. HTML is shown as plain text, and images are left out."
        required
        autosize
        minRows={10}
        maxRows={30}
        maxLength={50_000}
        {...form.getInputProps('body')}
      />
      {audience === 'one' ? null : <When form={form} />}
    </>
  )
}

function Segment({ form, languages }: Props) {
  return (
    <>
      <Checkbox.Group
        label="Subscribed to"
        description={
          form.values.types.some((type) => type !== 'newsletter')
            ? 'Each address gets it once. Only newsletter subscribers asked for news: write to the others about what they subscribed to.'
            : 'Each address gets it once.'
        }
        {...form.getInputProps('types')}
      >
        <Group mt="xs">
          {Object.entries(SUBSCRIBERS).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      {languages.length > 1 && (
        <Checkbox.Group label="Languages" description="None chosen: all of them." {...form.getInputProps('languages')}>
          <Group mt="xs">
            {languages.map((value) => (
              <Checkbox key={value} value={value} label={formatEnglishLanguageName(value)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <PlaceField form={form} />
        <NumberInput
          label="Within (km)"
          description="Around it."
          maw="8rem"
          min={1}
          max={2_000}
          {...form.getInputProps('radiusKm')}
          disabled={form.values.place === ''}
        />
      </Group>
      <TextInput
        type="date"
        label="Active since"
        description="Subscribed, confirmed or changed since then. Whether people read is not tracked."
        {...form.getInputProps('activeSince')}
      />
    </>
  )
}

/** A place by name, which is looked up, or by its coordinates. */
function PlaceField({ form }: Pick<Props, 'form'>) {
  const [q] = useDebouncedValue(form.values.place, 300)
  const isName = /^\p{L}[^,\d]{1,60}$/u.test(q.trim())
  const { data } = useAnswer(`place ${isName ? q : ''}`, async () =>
    isName ? await api.get('/api/geocode', { query: { q: q.trim() } }) : [],
  )
  return (
    <Autocomplete
      label="Place"
      description="With a subscription near it. Leave empty for everywhere."
      data={[...new Set((data ?? []).map(({ name, lat, lon }) => `${name} ${lat}, ${lon}`))]}
      filter={({ options }) => options}
      clearable
      {...form.getInputProps('place')}
    />
  )
}

function When({ form }: Pick<Props, 'form'>) {
  return (
    <Stack gap={6}>
      <Text id="when" size="sm" fw={500}>
        Send
      </Text>
      <SegmentedControl
        aria-labelledby="when"
        fullWidth
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'Later' },
        ]}
        {...form.getInputProps('when')}
      />
      {form.values.when === 'now' ? null : <TimeFields form={form} />}
    </Stack>
  )
}

/** A date, a time and their zone. */
export function TimeFields<Values extends { readonly local: string; readonly timezone: string }>({
  form,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  return (
    <Group grow align="flex-start">
      <TextInput type="datetime-local" label="Date and time" required {...form.getInputProps('local')} />
      <Select label="Time zone" searchable limit={60} allowDeselect={false} data={[...ZONES]} {...form.getInputProps('timezone')} />
    </Group>
  )
}

/** How many addresses would get the draft now; undefined until it is known. */
export function useRecipients(draft: Draft): number | undefined {
  const audience = buildAudience(draft)
  const { data } = useAnswer(`recipients ${JSON.stringify(audience)}`, async () =>
    audience === null
      ? 1
      : audience.types?.length === 0
        ? 0
        : (await api.post('/api/admin/email/count', { body: { audience } })).recipients,
  )
  return data
}

export const describeRecipients = (count: number): string =>
  count === 0 ? 'Nobody would get it.' : `${formatQuantity(count, 'address', 'addresses')} would get it now.`
