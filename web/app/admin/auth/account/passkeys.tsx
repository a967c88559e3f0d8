import { Button, Group, PasswordInput, type PasswordInputProps, Stack, Text, TextInput } from '@mantine/core'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/api.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { EmptyState, Rows, Soft, Time } from '../../kit/display.tsx'
import { useApiForm, useFormDialog } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { Answered, FailureNote } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { describeBrowser } from '../../lists/sessions/browser-of.ts'
import styles from '../../lists/sessions/sessions.module.css'
import { getPageLanguage } from '../entry-card.tsx'
import { CodesDialog } from './second-factor.tsx'
import { assertPasskey, registerPasskey, hasPasskeySupport } from './webauthn.ts'

type Passkey = Answer<'get', '/api/auth/passkeys'>['items'][number]

/** One's own passkeys. */
export function PasskeysPanel({ onChanged }: { onChanged(): unknown }) {
  const passkeys = useAnswer('passkeys', () => api.get('/api/auth/passkeys'))
  const onDone = () => Promise.all([passkeys.reload(), onChanged()])
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your fingerprint, face, PIN or security key instead of password and code. A passkey cannot be guessed or phished."
      actions={
        <CodesDialog title="Add a passkey" icon="key" onDone={onDone}>
          {(onIssued, onCancel) => (
            <PasskeyForm hasPasskeys={(passkeys.data?.items.length ?? 0) > 0} onDone={onIssued} onCancel={onCancel} />
          )}
        </CodesDialog>
      }
    >
      <Answered of={passkeys} height={60}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="key" title="No passkeys" />
          ) : (
            <Rows label="Passkeys">
              {items.map((passkey) => (
                <li key={passkey.id} className={styles.session}>
                  <Icon name="key" size={22} />
                  <Stack gap={2} className={styles.what}>
                    <Text fw={600}>{passkey.name}</Text>
                    <Soft>
                      Added <Time at={passkey.createdAt} />
                      {passkey.lastUsedAt === null ? (
                        ' · not used yet'
                      ) : (
                        <>
                          {' '}
                          · last used <Time at={passkey.lastUsedAt} />
                        </>
                      )}
                      {passkey.synced ? ' · synced to your other devices' : ''}
                    </Soft>
                  </Stack>
                  <Group gap="xs">
                    <RenamePasskey passkey={passkey} onDone={onDone} />
                    <RemovePasskey passkey={passkey} onDone={onDone} />
                  </Group>
                </li>
              ))}
            </Rows>
          )
        }
      </Answered>
    </Panel>
  )
}

interface PasskeyFormProps {
  readonly hasPasskeys?: boolean
  readonly cancelLabel?: string
  onCancel(): void
  /** Gets the recovery codes; none if the account had some already. */
  onDone(codes: readonly string[]): void
}

/** Makes a passkey, given a name and the password or another passkey. */
export function PasskeyForm({ hasPasskeys = false, cancelLabel = 'Cancel', onCancel, onDone }: PasskeyFormProps) {
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: { name: describeBrowser(navigator.userAgent), password: '' } },
    async ({ name, password }) => {
      const options = await api.post('/api/auth/passkeys/options', { body: await proofOf(password) })
      const body = { name: name.trim(), registration: await registerPasskey(options), lang: getPageLanguage() }
      return api.post('/api/auth/passkeys', { body })
    },
    { done: 'Passkey added', isQuiet: true, onDone: ({ recoveryCodes }) => onDone(recoveryCodes) },
  )
  if (!hasPasskeySupport()) return <Text size="sm">This browser does not support passkeys, or the connection is not secure (https).</Text>
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <FailureNote failure={failure} />
        <TextInput label="Name" description="So that you recognise it later" required maxLength={100} {...field('name')} />
        <OwnPassword hasPasskeys={hasPasskeys} {...field('password')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={form.values.name.trim() === ''}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PasskeyProps {
  readonly passkey: Passkey
  onDone(): unknown
}

function RenamePasskey({ passkey: { id, name }, onDone }: PasskeyProps) {
  const { form, field, open, modal } = useFormDialog(
    { initialValues: { name } },
    (values) => api.patch('/api/auth/passkeys/{id}', { path: { id }, body: { name: values.name.trim() } }),
    { done: 'Passkey renamed', onDone },
  )
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Rename ${name}`} onClick={open}>
        Rename
      </Button>
      <FormModal {...modal} title="Rename passkey" label="Rename" isIncomplete={form.values.name.trim() === ''}>
        <TextInput label="Name" required maxLength={100} data-autofocus {...field('name')} />
      </FormModal>
    </>
  )
}

function RemovePasskey({ passkey: { id, name }, onDone }: PasskeyProps) {
  const { field, open, modal } = useFormDialog(
    { initialValues: { password: '' } },
    async ({ password }) => {
      const body = { ...(await proofOf(password)), lang: getPageLanguage() }
      return api.delete('/api/auth/passkeys/{id}', { path: { id }, body })
    },
    { done: 'Passkey removed', onDone, isSecret: true },
  )
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={open}>
        Remove
      </Button>
      <FormModal {...modal} title={`Remove ${name}?`} label="Remove">
        <Text size="sm">It can no longer be used to sign in. Delete it from the device or password manager as well.</Text>
        <OwnPassword hasPasskeys {...field('password')} />
      </FormModal>
    </>
  )
}

/** The proof that a change of passkeys needs: the password, or without one a passkey. */
const proofOf = async (password: string) => (password === '' ? { passkey: await assertPasskey() } : { password })

function OwnPassword({ hasPasskeys, ...props }: PasswordInputProps & { readonly hasPasskeys: boolean }) {
  return (
    <PasswordInput
      label="Your password"
      description={hasPasskeys ? 'Leave it empty to confirm with a passkey instead' : undefined}
      autoComplete="current-password"
      required={!hasPasskeys}
      data-autofocus
      {...props}
    />
  )
}
