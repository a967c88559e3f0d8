import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { type Language, LANGUAGE_CHOICES } from '../editing/choices.ts'
import { fieldErrors, FormFailure, Note } from '../kit/notes.tsx'
import { useAction } from '../kit/api.tsx'
import { FormModal } from '../kit/dialogs.tsx'
import { useMe } from '../kit/me.ts'

interface Props {
  readonly template: string
  readonly lang: Language
  readonly isDirty: boolean
  readonly isOpen: boolean
  onClose(): void
}

/** Sends the saved template with sample data, to the user or to a given address. */
export function TestMail({ template, lang: shown, isDirty, isOpen, onClose }: Props) {
  const { user } = useMe()
  const [to, setTo] = useState(user.email)
  const [chosen, setChosen] = useState<Language | null>(null)
  const lang = chosen ?? shown
  const send = useAction(() => api.post('/api/admin/email/test', { body: { to, template, lang } }), {
    done: `Test email queued for ${to}`,
    isQuiet: true,
  })
  const errors = fieldErrors(send.failure)
  const close = () => {
    send.forget()
    onClose()
  }
  return (
    <FormModal
      isOpen={isOpen}
      title="Send test email"
      label="Send test email"
      isBusy={send.isBusy}
      onClose={close}
      onSubmit={async (event) => {
        event.preventDefault()
        if ((await send.run()) !== undefined) close()
      }}
    >
      {isDirty && <Note tone="notice">The saved template is sent, without your unsaved changes.</Note>}
      <FormFailure failure={send.failure} isTold={errors['to'] !== undefined} />
      <TextInput
        label="To"
        type="email"
        required
        autoComplete="email"
        value={to}
        error={errors['to']}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Select
        label="Language"
        allowDeselect={false}
        value={lang}
        data={LANGUAGE_CHOICES}
        onChange={(given) => setChosen(given as Language)}
      />
    </FormModal>
  )
}
