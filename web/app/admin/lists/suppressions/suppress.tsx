import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { fieldErrors } from '../../kit/failure.tsx'
import { FormModal } from '../../kit/form-modal.tsx'
import { spoken } from '../../kit/words.ts'

const REASONS = ['manual', 'complaint', 'unsubscribed'] as const
const EMPTY = { email: '', reason: 'manual' as (typeof REASONS)[number], note: '' }

/** Suppresses an address: it gets no more mail. */
export function Suppress({ isOpen, onClose, onDone }: { readonly isOpen: boolean; onClose(): void; onDone(): unknown }) {
  const form = useForm({ initialValues: EMPTY })
  const suppress = useAction(
    ({ email, reason, note }: typeof EMPTY) =>
      api.patch('/api/admin/suppressions', { body: { email, reason, suppressed: true, note: note.trim() === '' ? null : note.trim() } }),
    {
      done: 'Address added to the suppression list',
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
      title="Suppress address"
      label="Suppress address"
      isBusy={suppress.isBusy}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void suppress.run(values))}
    >
      <TextInput label="Email" type="email" required autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <Select
        label="Reason"
        data={REASONS.map((value) => ({ value, label: spoken(value) }))}
        allowDeselect={false}
        description="An unsubscribed address still receives emails it requests, such as confirmations."
        {...form.getInputProps('reason')}
      />
      <TextInput label="Note" description="For your team. Do not include the address." maxLength={500} {...form.getInputProps('note')} />
    </FormModal>
  )
}
