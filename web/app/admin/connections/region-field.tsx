import { Button, Group, TagsInput } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useApiForm } from '../kit/form.ts'
import { FormFailure } from '../kit/notes.tsx'
import styles from './order-panel.module.css'
import { regionChoices, regionPart, type Regions } from './regions.ts'

interface Props {
  /** The provider's name. */
  readonly name: string
  /** As in WEATHER_PROVIDERS; null: everywhere. */
  readonly region: string | null
  readonly regions: Regions
  /** Saves the parts of the region; none: everywhere. Rejects with the API's failure. */
  save(parts: readonly string[]): Promise<unknown>
  reload(): Promise<void>
}

/** Where a provider is asked, as a field of its own: what is typed is judged by the API when it is saved. */
export function RegionField({ name, region, regions, save, reload }: Props) {
  const choices = useMemo(() => regionChoices(regions), [regions])
  const input = useRef<HTMLInputElement>(null)
  // The API names the list of providers, of which this is a part.
  const { form, field, failure, isBusy, onSubmit, forget } = useApiForm(
    { initialValues: { weatherProviders: partsOf(region) } },
    ({ weatherProviders }) => save(weatherProviders),
    {
      done: `Region of ${name} saved. It is in force now.`,
      // The pressed button is gone.
      onDone: () => input.current?.focus(),
      reload,
      isQuiet: true,
    },
  )
  const { isDirty, setInitialValues, resetDirty, setValues } = form
  // The form's functions are new after each change of it: only another region may change it.
  const known = useRef(region)
  useEffect(() => {
    if (known.current === region) return
    known.current = region
    const stored = { weatherProviders: partsOf(region) }
    // What is being typed stays if somebody else has saved another region.
    if (!isDirty()) setValues(stored)
    setInitialValues(stored)
    resetDirty(stored)
  }, [region, isDirty, setInitialValues, resetDirty, setValues])
  return (
    <form onSubmit={onSubmit}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TagsInput
          ref={input}
          size="sm"
          flex={1}
          miw={0}
          aria-label={`Region: where ${name} is asked`}
          placeholder={form.values.weatherProviders.length === 0 ? 'Everywhere' : ''}
          data={choices}
          splitChars={[',', '+']}
          maxTags={40}
          maxDropdownHeight={260}
          classNames={{ inputField: styles.input ?? '' }}
          {...field('weatherProviders')}
          onChange={(parts) => form.setFieldValue('weatherProviders', [...new Set(parts.map((part) => regionPart(part, regions)))])}
        />
        {form.isDirty() && (
          // Next to the field: the suggestions cover what is below it.
          <>
            <Button type="submit" size="sm" loading={isBusy} aria-label={`Save the region of ${name}`}>
              Save
            </Button>
            <Button
              size="sm"
              variant="default"
              aria-label={`Discard the change of the region of ${name}`}
              onClick={() => {
                form.reset()
                forget()
              }}
            >
              Discard
            </Button>
          </>
        )}
      </Group>
      <FormFailure failure={failure} />
    </form>
  )
}

function partsOf(region: string | null): string[] {
  return region === null ? [] : region.split('+')
}
