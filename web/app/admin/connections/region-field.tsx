import { Button, Group, TagsInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useAction } from '../kit/api.tsx'
import { FormFailure, getFieldErrors } from '../kit/notes.tsx'
import styles from './order-panel.module.css'
import { listRegionChoices, parseRegionPart, type Regions } from './regions.ts'

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
  const choices = useMemo(() => listRegionChoices(regions), [regions])
  const input = useRef<HTMLInputElement>(null)
  /** What is typed and not saved; null: nothing, and the field shows the region in force. */
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const parts = draft ?? partsOf(region)
  const saving = useAction(
    async (sent: readonly string[]) => {
      await save(sent)
      // What has been typed meanwhile stays.
      setDraft((now) => (now === sent ? null : now))
    },
    {
      done: `Region of ${name} saved. It is in force now.`,
      // The pressed button is gone.
      onDone: () => input.current?.focus(),
      reload,
      isQuiet: true,
    },
  )
  // The API names the list of providers, of which this is a part.
  const error = getFieldErrors(saving.failure)['weatherProviders']
  const change = (next: readonly string[] | null) => {
    setDraft(next)
    if (error !== undefined || next === null) saving.forget()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run(parts)
      }}
    >
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TagsInput
          ref={input}
          size="sm"
          flex={1}
          miw={0}
          aria-label={`Region: where ${name} is asked`}
          placeholder={parts.length === 0 ? 'Everywhere' : ''}
          data={choices}
          splitChars={[',', '+']}
          maxTags={40}
          maxDropdownHeight={260}
          classNames={{ inputField: styles.input ?? '' }}
          value={[...parts]}
          error={error}
          onChange={(typed) => change([...new Set(typed.map((part) => parseRegionPart(part, regions)))])}
        />
        {parts.join('+') !== (region ?? '') && (
          // Next to the field: the suggestions cover what is below it.
          <>
            <Button type="submit" size="sm" loading={saving.isBusy} aria-label={`Save the region of ${name}`}>
              Save
            </Button>
            <Button size="sm" variant="default" aria-label={`Discard the change of the region of ${name}`} onClick={() => change(null)}>
              Discard
            </Button>
          </>
        )}
      </Group>
      {error === undefined && <FormFailure failure={saving.failure} />}
    </form>
  )
}

function partsOf(region: string | null): string[] {
  return region === null ? [] : region.split('+')
}
