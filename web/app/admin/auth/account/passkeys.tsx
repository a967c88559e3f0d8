import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { FormModal } from '../../kit/dialogs.tsx'
import { EmptyState, Rows, Time } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Answered, FailureNote } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { browserOf } from '../../lists/sessions/browser-of.ts'
import styles from '../../lists/sessions/sessions.module.css'
import { pageLanguage } from '../entry-card.tsx'
import { RecoveryCodes } from './second-factor.tsx'
import { assertPasskey, registerPasskey, supportsPasskeys } from './webauthn.ts'

type Passkey = Answer<'get', '/api/auth/passkeys'>['items'][number]
type Opened = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | null

/** One's own passkeys. */
export function PasskeysPanel({ onChanged }: { onChanged(): unknown }) {
  const passkeys = useAnswer('passkeys', () => api.get('/api/auth/passkeys'))
  const [opened, setOpened] = useState<Opened>(null)
  const dialog = { onClose: () => setOpened(null), onDone: () => Promise.all([passkeys.reload(), onChanged()]) }
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your fingerprint, face, PIN or security key instead of password and code. A passkey cannot be guessed or phished."
      actions={
        <Button leftSection={<Icon name="key" />} onClick={() => setOpened({ what: 'add' })}>
          Add a passkey
        </Button>
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
                    <Text size="sm" c="dimmed">
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
                    </Text>
                  </Stack>
                  <Group gap="xs">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Rename ${passkey.name}`}
                      onClick={() => setOpened({ what: 'rename', passkey })}
                    >
                      Rename
                    </Button>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove ${passkey.name}`}
                      onClick={() => setOpened({ what: 'remove', passkey })}
                    >
                      Remove
                    </Button>
                  </Group>
                </li>
              ))}
            </Rows>
          )
        }
      </Answered>
      {opened?.what === 'add' ? <AddPasskey {...dialog} hasPasskeys={(passkeys.data?.items.length ?? 0) > 0} /> : null}
      {opened?.what === 'rename' ? <RenamePasskey {...dialog} passkey={opened.passkey} /> : null}
      {opened?.what === 'remove' ? <RemovePasskey {...dialog} passkey={opened.passkey} /> : null}
    </Panel>
  )
}

interface DialogProps {
  onClose(): void
  onDone(): unknown
}

function AddPasskey({ hasPasskeys, onClose, onDone }: DialogProps & { readonly hasPasskeys: boolean }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    void onDone()
    onClose()
  }
  return (
    // Recovery codes are shown once: no accidental click may close them.
    <Modal
      opened
      onClose={codes === null ? onClose : close}
      title={codes === null ? 'Add a passkey' : 'Recovery codes'}
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
    >
      {codes === null ? (
        <PasskeyForm hasPasskeys={hasPasskeys} onCancel={onClose} onDone={(issued) => (issued.length === 0 ? close() : setCodes(issued))} />
      ) : (
        <RecoveryCodes codes={codes} onDone={close} />
      )}
    </Modal>
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
  const [name, setName] = useState(() => browserOf(navigator.userAgent))
  const [password, setPassword] = useState('')
  const add = useAction(
    async () => {
      const options = await api.post('/api/auth/passkeys/options', { body: await proofOf(password) })
      const body = { name: name.trim(), registration: await registerPasskey(options), lang: pageLanguage() }
      return api.post('/api/auth/passkeys', { body })
    },
    { done: 'Passkey added', isQuiet: true, onDone: ({ recoveryCodes }) => onDone(recoveryCodes) },
  )
  if (!supportsPasskeys()) return <Text size="sm">This browser does not support passkeys, or the connection is not secure (https).</Text>
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add.run()
      }}
    >
      <Stack>
        <FailureNote failure={add.failure} />
        <TextInput
          label="Name"
          description="So that you recognise it later"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <OwnPassword hasPasskeys={hasPasskeys} value={password} onChange={setPassword} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={add.isBusy} disabled={name.trim() === ''}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RenamePasskey({ passkey, onClose, onDone }: DialogProps & { readonly passkey: Passkey }) {
  const [name, setName] = useState(passkey.name)
  const rename = useAction(() => api.patch('/api/auth/passkeys/{id}', { path: { id: passkey.id }, body: { name: name.trim() } }), {
    done: 'Passkey renamed',
    onDone: () => (onClose(), onDone()),
  })
  return (
    <FormModal
      isOpen
      title="Rename passkey"
      label="Rename"
      isBusy={rename.isBusy}
      isIncomplete={name.trim() === ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void rename.run()
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}

function RemovePasskey({ passkey, onClose, onDone }: DialogProps & { readonly passkey: Passkey }) {
  const [password, setPassword] = useState('')
  const remove = useAction(
    async () => {
      const body = { ...(await proofOf(password)), lang: pageLanguage() }
      return api.delete('/api/auth/passkeys/{id}', { path: { id: passkey.id }, body })
    },
    { done: 'Passkey removed', isQuiet: true, onDone: () => (onClose(), onDone()) },
  )
  return (
    <FormModal
      isOpen
      title={`Remove ${passkey.name}?`}
      label="Remove"
      isBusy={remove.isBusy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void remove.run()
      }}
    >
      <Text size="sm">It can no longer be used to sign in. Delete it from the device or password manager as well.</Text>
      <FailureNote failure={remove.failure} />
      <OwnPassword hasPasskeys value={password} onChange={setPassword} />
    </FormModal>
  )
}

/** The proof that a change of passkeys needs: the password, or without one a passkey. */
const proofOf = async (password: string) => (password === '' ? { passkey: await assertPasskey() } : { password })

function OwnPassword({
  hasPasskeys,
  value,
  onChange,
}: {
  readonly hasPasskeys: boolean
  readonly value: string
  onChange(value: string): void
}) {
  return (
    <PasswordInput
      label="Your password"
      description={hasPasskeys ? 'Leave it empty to confirm with a passkey instead' : undefined}
      autoComplete="current-password"
      required={!hasPasskeys}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
