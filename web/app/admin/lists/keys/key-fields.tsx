import { Checkbox, Fieldset, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ListItem } from '../../kit/list/types.ts'

export const KEYS = '/api/admin/client-keys'
export type ClientKey = ListItem<typeof KEYS>
type Scope = ClientKey['scopes'][number]
type Terms = Pick<ClientKey, 'name' | 'scopes' | 'origins' | 'perMinute' | 'perDay' | 'perMonth' | 'expiresAt'>

/** What each scope permits. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  weather: 'Weather and alerts',
  history: 'History and accuracy',
  batch: 'Batches',
  compatible: 'OpenWeather- and Open-Meteo-compatible APIs',
  geocode: 'Places',
  tiles: 'Map tiles',
  webhooks: 'Webhooks',
}

/** The terms of a key as fields hold them: origins by line, no limit as an empty text, the expiry as a date. */
export interface KeyForm extends Record<string, unknown> {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly origins: string
  readonly perMinute: number | ''
  readonly perDay: number | ''
  readonly perMonth: number | ''
  readonly expiresAt: string
}

/** The fields of a key; of a new one without an argument. */
export function buildKeyForm(key?: ClientKey): KeyForm {
  return {
    name: key?.name ?? '',
    scopes: key?.scopes ?? ['weather'],
    origins: (key?.origins ?? []).join('\n'),
    perMinute: key?.perMinute ?? '',
    perDay: key?.perDay ?? '',
    perMonth: key?.perMonth ?? '',
    expiresAt: key?.expiresAt?.slice(0, 10) ?? '',
  }
}

/** What fields say. */
export function readKeyTerms({ name, scopes, origins, perMinute, perDay, perMonth, expiresAt }: KeyForm): Terms {
  return {
    name,
    scopes: [...scopes],
    origins: origins.split(/\s+/).filter((origin) => origin !== ''),
    perMinute: perMinute === '' ? null : perMinute,
    perDay: perDay === '' ? null : perDay,
    perMonth: perMonth === '' ? null : perMonth,
    expiresAt: expiresAt === '' ? null : `${expiresAt}T00:00:00Z`,
  }
}

/** Only what fields say differently than before. */
export function selectChangedTerms(values: KeyForm, before: KeyForm): Partial<Terms> {
  const changed = Object.entries(readKeyTerms(values)).filter(([name]) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed)
}

interface FieldsProps {
  readonly field: UseFormReturnType<KeyForm>['getInputProps']
  /** Whether the first field takes the focus. */
  readonly isFocused?: boolean
}

/** The fields that creating and changing a key have in common. */
export function KeyFields({ field, isFocused }: FieldsProps) {
  const scopes = field('scopes')
  const isWithoutScope = Array.isArray(scopes.value) && scopes.value.length === 0
  return (
    <>
      <TextInput label="Name" required maxLength={100} autoComplete="off" data-autofocus={isFocused} {...field('name')} />
      <Checkbox.Group
        label="Scopes"
        description="At least one"
        withAsterisk
        {...scopes}
        error={isWithoutScope ? 'Choose at least one: a key without a scope opens nothing' : scopes.error}
      >
        <Stack gap="xs" mt={6}>
          {Object.entries(SCOPES).map(([scope, label]) => (
            <Checkbox key={scope} value={scope} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Fieldset legend="Requests" variant="unstyled">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberInput label="Per minute" placeholder="No limit" min={1} allowDecimal={false} {...field('perMinute')} />
          <NumberInput label="Per day" placeholder="No limit" min={1} allowDecimal={false} {...field('perDay')} />
          <NumberInput label="Per month" placeholder="No limit" min={1} allowDecimal={false} {...field('perMonth')} />
        </SimpleGrid>
      </Fieldset>
      <Textarea
        label="Origins"
        description="One per line, such as https://example.org. Empty: it may be sent from anywhere."
        autosize
        minRows={1}
        {...field('origins')}
      />
      <TextInput type="date" label="Expires" description="At the start of this day (UTC). Empty: never." {...field('expiresAt')} />
    </>
  )
}
