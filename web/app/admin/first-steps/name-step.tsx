import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useRevalidator } from 'react-router'
import { api } from '../../api/browser.ts'
import { Soft } from '../kit/display.tsx'
import { useApiForm } from '../kit/form.ts'
import { FormFailure } from '../kit/notes.tsx'
import type { Config } from '../settings/unit.ts'
import styles from './first-steps.module.css'

interface Props {
  readonly config: Config
  onSaved(config: Config): unknown
  reload(): Promise<void>
}

/** The site's name, shown as pages and mails will show it. */
export function NameStep({ config, onSaved, reload }: Props) {
  // The frame above shows it, too.
  const { revalidate } = useRevalidator()
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: { siteName: config.settings.siteName } },
    ({ siteName }) => api.patch('/api/admin/config', { body: { siteName: siteName.trim() } }),
    {
      done: 'Name saved. Every page shows it as soon as it is loaded.',
      onDone: (saved) => Promise.all([onSaved(saved), revalidate()]),
      reload,
      isQuiet: true,
    },
  )
  const name = form.values.siteName.trim()
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <FormFailure failure={failure} />
        <TextInput label="Name" description="In pages, browser tabs and emails" required maxLength={60} {...field('siteName')} />
        <figure className={styles.preview} aria-label="How it will look">
          <div className={styles.header}>
            <svg width="26" height="26" aria-hidden="true" focusable="false">
              <use href="/icons.svg#logo" />
            </svg>
            {name}
          </div>
          <Soft size="xs">Browser tab: Weather in Berlin · {name}</Soft>
        </figure>
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={isBusy} disabled={name === ''}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
