import { Select, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { type Language, LANGUAGE_CHOICES } from '../editing/choices.ts'
import { FormModal } from '../kit/dialogs.tsx'
import { useApiForm } from '../kit/form.ts'
import { useMe } from '../kit/me.ts'
import { FormFailure, Note } from '../kit/notes.tsx'

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
  const { form, field, failure, isBusy, onSubmit, forget } = useApiForm(
    { initialValues: { to: user.email, lang: null as Language | null } },
    ({ to, lang }) => api.post('/api/admin/email/test', { body: { to, template, lang: lang ?? shown } }),
    { done: (): string => `Test email queued for ${form.values.to}`, onDone: onClose, isQuiet: true },
  )
  const close = () => {
    forget()
    onClose()
  }
  return (
    <FormModal isOpen={isOpen} title="Send test email" label="Send test email" isBusy={isBusy} onClose={close} onSubmit={onSubmit}>
      {isDirty && <Note tone="notice">The saved template is sent, without your unsaved changes.</Note>}
      <FormFailure failure={failure} />
      <TextInput label="To" type="email" required autoComplete="email" {...field('to')} />
      <Select label="Language" allowDeselect={false} data={LANGUAGE_CHOICES} {...field('lang')} value={form.values.lang ?? shown} />
    </FormModal>
  )
}
