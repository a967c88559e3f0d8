import { Button, Center, CopyButton, Group, Modal, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { CopyField, Status } from '../../kit/display.tsx'
import { useApiForm, useFormDialog } from '../../kit/form.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { Answered, FailureNote } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import styles from './second-factor.module.css'

/** The state of two-factor authentication. `isOn` is undefined while unknown. */
export function SecondFactorPanel({ isOn, onChanged }: { readonly isOn: boolean | undefined; onChanged(): unknown }) {
  return (
    <Panel
      title="Authenticator app"
      description="Signing in with the password also needs a code from an app on your device, so a stolen password is not enough."
      actions={isOn === undefined ? null : <Status tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</Status>}
    >
      {isOn === undefined ? (
        <Skeleton height={36} width={180} />
      ) : (
        <Stack align="flex-start">
          {isOn ? (
            <>
              <Text size="sm">
                If you lose your device, sign in with a recovery code. To get new codes, turn this off and set it up again.
              </Text>
              <RemoveSecondFactor onDone={onChanged} />
            </>
          ) : (
            <CodesDialog title="Set up two-factor authentication" icon="shield" onDone={onChanged}>
              {(onIssued, onCancel) => <Enrolment onDone={onIssued} onCancel={onCancel} />}
            </CodesDialog>
          )}
        </Stack>
      )}
    </Panel>
  )
}

interface CodesDialogProps {
  /** Also of the button that opens it. */
  readonly title: string
  readonly icon: IconName
  /** What is shown until it calls `onIssued`; without codes, the dialog then closes. */
  readonly children: (onIssued: (codes: readonly string[]) => void, onCancel: () => void) => ReactNode
  onDone(): unknown
}

/** A dialog that ends with recovery codes. They are shown once: no accidental click may close them. */
export function CodesDialog({ title, icon, children, onDone }: CodesDialogProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = () => {
    setCodes(null)
    dialog.close()
    void onDone()
  }
  const take = (issued: readonly string[]) => (issued.length === 0 ? finish() : setCodes(issued))
  return (
    <>
      <Button onClick={dialog.open} leftSection={<Icon name={icon} />}>
        {title}
      </Button>
      <Modal
        opened={isOpen}
        onClose={codes === null ? dialog.close : finish}
        title={codes === null ? title : 'Recovery codes'}
        closeOnClickOutside={codes === null}
        closeOnEscape={codes === null}
      >
        {codes === null ? children(take, dialog.close) : <RecoveryCodes codes={codes} onDone={finish} />}
      </Modal>
    </>
  )
}

interface EnrolmentProps {
  onDone(codes: readonly string[]): void
  onCancel(): void
  readonly cancelLabel?: string
}

/** Shows the secret for an app and asks for one of its codes. `onDone` gets the recovery codes. */
export function Enrolment({ onDone, onCancel, cancelLabel = 'Cancel' }: EnrolmentProps) {
  const begun = useAnswer('enrolment', () => api.post('/api/auth/totp'))
  const { field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: { code: '' } },
    ({ code }) => api.post('/api/auth/totp/confirm', { body: { code: code.replace(/\s/g, '') } }),
    { isQuiet: true, onDone: ({ recoveryCodes }) => onDone(recoveryCodes) },
  )
  return (
    <Answered of={begun} height={180}>
      {({ otpauthUrl, secret }) => (
        <form onSubmit={onSubmit}>
          <Stack>
            <Text size="sm">
              Scan this code with your authenticator app, or enter the key there. If the app is on this device,{' '}
              <a href={otpauthUrl}>open it with this link</a>.
            </Text>
            <Center>
              <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
            </Center>
            <CopyField label="Key" value={secret} description="Type: time-based, six digits" />
            <CopyField label="Setup link" value={otpauthUrl} />
            <FailureNote failure={failure} />
            <TextInput
              label="Code from the app"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={10}
              data-autofocus
              {...field('code')}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onCancel}>
                {cancelLabel}
              </Button>
              <Button type="submit" loading={isBusy}>
                Verify and turn on
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Answered>
  )
}

/** Removes the second factor, given the password. */
function RemoveSecondFactor({ onDone }: { onDone(): unknown }) {
  const { field, open, modal } = useFormDialog({ initialValues: { password: '' } }, (body) => api.delete('/api/auth/totp', { body }), {
    done: 'Two-factor authentication is off',
    onDone,
    isSecret: true,
  })
  return (
    <>
      <Button variant="light" color="red" onClick={open}>
        Turn off two-factor authentication
      </Button>
      <FormModal {...modal} title="Turn off two-factor authentication" label="Turn off">
        <Text size="sm">After that, your password alone is enough to sign in, unless you have a passkey.</Text>
        <PasswordInput label="Your password" autoComplete="current-password" required data-autofocus {...field('password')} />
      </FormModal>
    </>
  )
}

/** The recovery codes for a lost device; shown only once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; onDone(): void }) {
  return (
    <Stack>
      <Text size="sm">
        Two-factor authentication is on. Store these codes with your passwords: if you lose your device, each of them lets you sign in once
        with your password. They are shown only now.
      </Text>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}>
              {copied ? 'Copied' : 'Copy codes'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have saved the codes</Button>
      </Group>
    </Stack>
  )
}

/** The quiet zone around the code that scanners need, in modules. */
const BORDER = 4

/** A text as a QR code: always dark on light, which is what scanners expect. */
function QrCode({ text, label, size = 200 }: { readonly text: string; readonly label: string; readonly size?: number }) {
  const { data, size: modules } = encode(text, { border: BORDER, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
