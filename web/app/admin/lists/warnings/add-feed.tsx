import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import { Rows } from '../../kit/rows.tsx'
import { count, counted } from '../../kit/words.ts'
import { leftOutText } from './left-out.ts'

const EMPTY = { name: '', url: '', license: '' }
const SHOWN = 8

type Preview = Answer<'post', '/api/admin/warning-feeds/preview'>

/** Adds a feed of official warnings, after a preview of its current warnings. */
export function AddFeed({ isOpen, onClose, onDone }: { readonly isOpen: boolean; onClose(): void; onDone(): unknown }) {
  const form = useForm({
    initialValues: EMPTY,
    onValuesChange: ({ url }, { url: before }) => (url === before ? undefined : setPreview(null)),
  })
  const [preview, setPreview] = useState<Preview | null>(null)
  const onFailure = (failure: Parameters<typeof fieldErrors>[0]) => form.setErrors(fieldErrors(failure))
  const look = useAction(() => api.post('/api/admin/warning-feeds/preview', { body: { url: form.values.url.trim() } }), {
    onFailure,
    onDone: setPreview,
  })
  const add = useAction(
    ({ name, url, license }: typeof EMPTY) =>
      api.post('/api/admin/warning-feeds', { body: { name: name.trim(), url: url.trim(), license: license.trim() } }),
    {
      done: 'Feed added',
      onFailure,
      onDone: async () => {
        form.reset()
        setPreview(null)
        onClose()
        await onDone()
      },
    },
  )
  return (
    <FormModal
      isOpen={isOpen}
      title="Add feed"
      label="Add feed"
      isBusy={add.isBusy}
      isIncomplete={preview === null}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void add.run(values))}
    >
      <TextInput label="Issuer" description="As readers know it" required maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Address"
        description="An RSS or Atom index of CAP 1.2 messages"
        type="url"
        required
        maxLength={500}
        {...form.getInputProps('url')}
      />
      <TextInput label="Licence" description="Shown in the credit for its warnings" maxLength={200} {...form.getInputProps('license')} />
      <Button variant="default" onClick={() => void look.run()} loading={look.isBusy} disabled={form.values.url.trim() === ''}>
        Preview
      </Button>
      {preview === null ? <Text size="sm">Preview the feed before you add it.</Text> : <Previewed preview={preview} />}
    </FormModal>
  )
}

function Previewed({ preview: { complete, total, areas, unlocated, warnings, leftOut } }: { readonly preview: Preview }) {
  const out = leftOutText(leftOut)
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600}>
        {counted(total, 'warning')} now, in {counted(areas, 'area')}.
      </Text>
      {complete ? null : <Text size="sm">Part of the feed could not be read.</Text>}
      {unlocated === 0 ? null : <Text size="sm">Areas not located: {count(unlocated)}. Nobody there would be warned.</Text>}
      {out === '' ? null : <Text size="sm">Left out: {out}</Text>}
      <Rows label="Warnings">
        {warnings.slice(0, SHOWN).map(({ event, areas: names, severity, start }) => (
          <li key={`${event} ${start} ${names.join()}`}>
            <Text size="sm">
              {event}
              {severity === null ? '' : ` (${severity})`}: {names.join('; ')}
            </Text>
          </li>
        ))}
      </Rows>
    </Stack>
  )
}
