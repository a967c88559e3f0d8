import { Anchor, Button, getDefaultZIndex, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { assertPasskey, hasPasskeySupport } from '../auth/account/webauthn.ts'
import { toApiFailure } from './failure.ts'
import { getFieldErrors, FormFailure } from './notes.tsx'

/** Asks for a proof of identity; resolves to whether it was given. Undefined while no dialog is there to ask. */
let askForProof: (() => Promise<boolean>) | undefined

/** Whether a change was refused until the user has confirmed that it is them. */
function needsProof(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 403 && error.details.some(({ path }) => path === 'proof')
}

/** Runs a change; if the API wants a recent proof of identity, asks for it and repeats the change. */
export async function withProof<Output>(change: () => Promise<Output>): Promise<Output> {
  try {
    return await change()
  } catch (error) {
    if (!needsProof(error) || askForProof === undefined || !(await askForProof())) throw error
    return change()
  }
}

/** The dialog that asks: one for the whole back office, above the dialog whose form was sent. */
export function ProofDialog() {
  const [answer, setAnswer] = useState<{ readonly give: (isProved: boolean) => void }>()
  const { pathname, search } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')

  const end = (isProved: boolean) => {
    answer?.give(isProved)
    setAnswer(undefined)
    setFailure(undefined)
    setPassword('')
    setCode('')
  }
  const cancel = useRef<() => void>(undefined)
  useEffect(() => {
    cancel.current = answer === undefined ? undefined : () => end(false)
  })
  useEffect(() => {
    // Of changes that are made at the same time, each waits for the one answer.
    askForProof = () =>
      new Promise((give) =>
        setAnswer((asked) => ({
          give(isProved) {
            asked?.give(isProved)
            give(isProved)
          },
        })),
      )
    // Added once, before those of all other dialogs, which would close as well.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || cancel.current === undefined) return
      event.stopImmediatePropagation()
      cancel.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      askForProof = undefined
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])

  const prove = async (factor: () => Promise<object>) => {
    setBusy(true)
    try {
      await api.post('/api/auth/proof', { body: await factor() })
      end(true)
    } catch (error) {
      setFailure(toApiFailure(error))
    }
    setBusy(false)
  }
  const wrong = getFieldErrors(failure)
  return (
    <Modal
      opened={answer !== undefined}
      onClose={() => end(false)}
      closeOnEscape={false}
      zIndex={getDefaultZIndex('popover')}
      title="Confirm that it is you"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void prove(async () => (code.trim() === '' ? { password } : { code: code.replace(/\s/g, '') }))
        }}
      >
        <Stack>
          <Text size="sm">
            You are about to change who may do what, or where secrets or mails go. You are asked again after 15 minutes. Without a password,{' '}
            <Anchor inherit href={`/login?next=${encodeURIComponent(pathname + search)}`}>
              sign in again
            </Anchor>
            .
          </Text>
          <FormFailure failure={['password', 'code'].some((field) => field in wrong) ? undefined : failure} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            error={wrong['password']}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <TextInput
            label="Or a two-factor code"
            autoComplete="one-time-code"
            inputMode="numeric"
            error={wrong['code']}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end(false)}>
              Cancel
            </Button>
            {hasPasskeySupport() && (
              <Button variant="default" disabled={isBusy} onClick={() => void prove(async () => ({ passkey: await assertPasskey() }))}>
                Use a passkey
              </Button>
            )}
            <Button type="submit" loading={isBusy} disabled={password === '' && code.trim() === ''}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
