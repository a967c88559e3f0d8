import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { Confirm } from '../../kit/dialogs.tsx'
import { Soft } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { formatQuantity } from '../../kit/words.ts'

type Erased = Answer<'post', '/api/admin/subscriptions/erase'>['erased']

/** Data subject requests: exports or erases everything stored about an address. */
export function PersonButton({ email = '', onErased }: { readonly email?: string; onErased(): unknown }) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState(email)
  const [isErasing, setErasing] = useState(false)
  const exportAll = useAction((of: string) => api.post('/api/admin/subscriptions/export', { body: { email: of } }), {
    done: 'Data exported to your downloads',
    onDone: (data) => download(JSON.stringify(data, null, 2), 'person.json'),
  })
  const erase = useAction((of: string) => api.post('/api/admin/subscriptions/erase', { body: { email: of } }), {
    done: ({ erased }) => erasedText(erased),
    onDone: async () => {
      setErasing(false)
      setOpen(false)
      await onErased()
    },
  })
  const isAddress = /^[^\s@]+@\S+$/.test(address.trim())
  return (
    <>
      <Button variant="default" leftSection={<Icon name="person" />} onClick={() => setOpen(true)}>
        Export or erase data
      </Button>
      <Modal opened={isOpen && !isErasing} onClose={() => setOpen(false)} title="Data about one address">
        <Stack>
          <Soft>
            Subscriptions, confirmations, emails of the last 30 days, digests, alerts, suppression, and reports that mention the address.
            The audit log records exports and erasures without the address.
          </Soft>
          <TextInput
            label="Email"
            type="email"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="space-between">
            <Button variant="light" color="red" disabled={!isAddress} onClick={() => setErasing(true)}>
              Erase data…
            </Button>
            <Button
              disabled={!isAddress}
              loading={exportAll.isBusy}
              onClick={() => void exportAll.run(address.trim())}
              leftSection={<Icon name="download" />}
            >
              Export data
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Confirm
        isOpen={isErasing}
        title="Erase all data about this address?"
        label="Erase permanently"
        typed={address.trim()}
        isDangerous
        isBusy={erase.isBusy}
        onClose={() => setErasing(false)}
        onConfirm={() => erase.run(address.trim())}
      >
        <Text>
          This takes effect at once and cannot be undone. Only keyed hashes are kept, so that suppressions and unsubscriptions still apply.
        </Text>
      </Confirm>
    </>
  )
}

function erasedText({ subscriptions, mails, confirmations, reports }: Erased): string {
  if (subscriptions + mails + confirmations + reports === 0) return 'No data was stored about this address'
  return `Erased: ${[formatQuantity(subscriptions, 'subscription'), formatQuantity(mails, 'email'), formatQuantity(confirmations, 'confirmation'), formatQuantity(reports, 'report')].join(', ')}`
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
