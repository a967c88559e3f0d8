import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { type Language, LANGUAGE_CHOICES } from '../editing/choices.ts'
import { FormModal } from '../kit/dialogs.tsx'
import { useFormDialog } from '../kit/form.ts'
import { useMe } from '../kit/me.ts'
import { Note } from '../kit/notes.tsx'

interface Props {
  readonly template: string
  readonly lang: Language
  readonly isDirty: boolean
}

/** Sends the saved template with sample data, to the user or to a given address. */
export function TestMail({ template, lang: shown, isDirty }: Props) {
  const { user } = useMe()
  // A template is tried again and again, with the same mailbox.
  const [last, setLast] = useState({ to: user.email, lang: null as Language | null })
  const { form, field, open, modal } = useFormDialog(
    { initialValues: last },
    ({ to, lang }) => api.post('/api/admin/email/test', { body: { to, template, lang: lang ?? shown } }),
    { done: (): string => `Test email queued for ${form.values.to}`, onDone: (): void => setLast(form.values) },
  )
  return (
    <>
      <Button variant="default" onClick={open}>
        Send test email
      </Button>
      <FormModal {...modal} title="Send test email">
        {isDirty && <Note tone="notice">The saved template is sent, without your unsaved changes.</Note>}
        <TextInput label="To" type="email" required autoComplete="email" {...field('to')} />
        <Select label="Language" allowDeselect={false} data={LANGUAGE_CHOICES} {...field('lang')} value={form.values.lang ?? shown} />
      </FormModal>
    </>
  )
}
