import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import { spoken } from '../../kit/words.ts'

const REASONS = ['manual', 'complaint', 'unsubscribed'] as const
const EMPTY = { email: '', reason: 'manual' as (typeof REASONS)[number], note: '' }

/** Nothing is sent to an address any more. */
export function Suppress({ isOpen, onClose, onDone }: { readonly isOpen: boolean; onClose(): void; onDone(): unknown }) {
  const form = useForm({ initialValues: EMPTY })
  const suppress = useAction(
    ({ email, reason, note }: typeof EMPTY) =>
      api.patch('/api/admin/suppressions', { body: { email, reason, suppressed: true, note: note.trim() === '' ? null : note.trim() } }),
    {
      done: 'Nothing is sent there any more',
      onFailure: (failure) => form.setErrors(fieldErrors(failure)),
      onDone: async () => {
        form.reset()
        onClose()
        await onDone()
      },
    },
  )
  return (
    <FormModal
      isOpen={isOpen}
      title="Suppress an address"
      label="Suppress"
      isBusy={suppress.isBusy}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void suppress.run(values))}
    >
      <TextInput label="E-mail" type="email" required autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <Select
        label="Why"
        data={REASONS.map((value) => ({ value, label: spoken(value) }))}
        allowDeselect={false}
        description="“Unsubscribed” still gets what it asks for itself, such as a confirmation."
        {...form.getInputProps('reason')}
      />
      <TextInput label="Note" description="For colleagues; without an address." maxLength={500} {...form.getInputProps('note')} />
    </FormModal>
  )
}
