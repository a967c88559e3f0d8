import { Button, Center, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { useAnswer } from '../../kit/answer.ts'
import { CopyField } from '../../kit/copy-field.tsx'
import { FailureNote } from '../../kit/failure.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export interface SecondFactorDialogProps {
  readonly isOpen: boolean
  onClose(): void
  onDone(): unknown
}

/** Sets up the second factor: shows the secret for an app, and asks for one of its codes to confirm it. */
export function EnrolSecondFactor({ isOpen, onClose, onDone }: SecondFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    if (codes !== null) void onDone()
    setCodes(null)
    onClose()
  }
  return (
    // Recovery codes are shown once: no accidental click may close them.
    <Modal
      opened={isOpen}
      onClose={close}
      title={codes === null ? 'Set up two-factor authentication' : 'Recovery codes'}
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
    >
      {codes === null ? <Enrolment onDone={setCodes} onCancel={close} /> : <RecoveryCodes codes={codes} onDone={close} />}
    </Modal>
  )
}

export interface EnrolmentProps {
  onDone(codes: readonly string[]): void
  onCancel(): void
  readonly cancelLabel?: string
}

/** Shows the secret for an app and asks for one of its codes. `onDone` gets the recovery codes. */
export function Enrolment({ onDone, onCancel, cancelLabel = 'Cancel' }: EnrolmentProps) {
  const [code, setCode] = useState('')
  const begun = useAnswer('enrolment', () => api.post('/api/auth/totp'))
  const confirm = useAction(() => api.post('/api/auth/totp/confirm', { body: { code: code.replace(/\s/g, '') } }), {
    isQuiet: true,
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  if (begun.failure !== undefined) return <FailureNote failure={begun.failure} onRetry={begun.reload} />
  if (begun.data === undefined) return <Skeleton height={180} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void confirm.run()
      }}
    >
      <Stack>
        <Text size="sm">
          Scan this code with your authenticator app, or enter the key there. If the app is on this device,{' '}
          <a href={begun.data.otpauthUrl}>open it with this link</a>.
        </Text>
        <Center>
          <QrCode text={begun.data.otpauthUrl} label="QR code for your authenticator app" />
        </Center>
        <CopyField label="Key" value={begun.data.secret} description="Type: time-based, six digits" />
        <CopyField label="Setup link" value={begun.data.otpauthUrl} />
        {confirm.failure === undefined ? null : <FailureNote failure={confirm.failure} />}
        <TextInput
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={confirm.isBusy}>
            Verify and turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
