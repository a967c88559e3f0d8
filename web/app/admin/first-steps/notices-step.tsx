import { Button, Group, Stack, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { useApiForm } from '../kit/form.ts'
import { Answered, FormFailure } from '../kit/notes.tsx'
import { TestButton } from '../lists/troubles/notices-panel.tsx'
import type { Config } from '../settings/unit.ts'

interface Props {
  onSaved(config: Config): unknown
}

/** Who is told when the service is in trouble: the owners, until somebody chooses. */
export function NoticesStep({ onSaved }: Props) {
  const asked = useAnswer('first steps: notices', () => api.get('/api/admin/notices'))
  return (
    <Answered of={asked} height={120}>
      {({ addresses }) => <AddressForm addresses={addresses} onSaved={(config) => Promise.all([onSaved(config), asked.reload()])} />}
    </Answered>
  )
}

function AddressForm({ addresses, onSaved }: Props & { readonly addresses: readonly string[] }) {
  const { field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: { noticeAddresses: addresses.join(', ') || 'none' } },
    ({ noticeAddresses }) => api.patch('/api/admin/config', { body: { noticeAddresses: noticeAddresses.trim() || 'none' } }),
    { done: 'Saved', onDone: onSaved, isQuiet: true },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <FormFailure failure={failure} />
        <TextInput
          label="Told by email of troubles"
          description="Such as a provider that fails, a full disk or an old backup: once when it begins, once when it is over. Separated by commas; none: nobody"
          autoComplete="off"
          maxLength={1_000}
          {...field('noticeAddresses')}
        />
        <Group justify="flex-end" gap="xs">
          <TestButton by="mail" size="xs" isPossible={addresses.length > 0} />
          <Button type="submit" size="xs" loading={isBusy}>
            Save addresses
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
