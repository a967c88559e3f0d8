import { Alert, Anchor, Button, Code, Divider, Group, PasswordInput, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Icon } from '../kit/icon.tsx'
import { buildAdminMeta } from '../kit/meta.ts'
import { describeApiFailure } from '../kit/notes.tsx'
import { PasskeyForm } from './account/passkeys.tsx'
import { Enrolment, RecoveryCodes } from './account/second-factor.tsx'
import { assertPasskey, hasPasskeySupport } from './account/webauthn.ts'
import { ENTRY, EntryCard, EntryForm, useFirstFocus } from './entry-card.tsx'
import { readNextPage } from './next.ts'

export const meta = buildAdminMeta('Sign in')

/** Redirects users who are already signed in, unless they are here to set up a second factor. Returns whether they are. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const session = await api.get('/api/auth/session').catch(() => null)
  if (session?.authenticated !== true) return false
  if (searchParams.has('enrol')) return true
  throw redirect(readNextPage(searchParams))
}
clientLoader.hydrate = true as const

export default function Login() {
  const isEnrolling = useLoaderData<typeof clientLoader>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return isEnrolling ? <EnrolmentStep onDone={() => void navigate(readNextPage(search), { replace: true })} /> : <SignIn />
}

function SignIn() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const login = useAction(
    async (given: Credentials, totp?: string) => {
      try {
        return await api.post('/api/auth/login', { body: { ...given, ...(totp === undefined ? {} : { totp }) } })
      } catch (error) {
        if (wantsCode(error)) {
          setCredentials(given)
          return null
        }
        throw error
      }
    },
    // Wrong credentials are shown here; their 401 must not redirect to this very page.
    {
      isQuiet: true,
      isSigningIn: true,
      onDone: (answer) => (answer === null ? undefined : navigate(readNextPage(search), { replace: true })),
    },
  )
  const passkey = useAction(async () => api.post('/api/auth/passkey', { body: await assertPasskey() }), {
    isQuiet: true,
    isSigningIn: true,
    onDone: () => navigate(readNextPage(search), { replace: true }),
  })
  const failure = passkey.isBusy || login.isBusy ? undefined : (passkey.failure ?? login.failure)

  const begin = (run: () => Promise<unknown>) => {
    login.forget()
    passkey.forget()
    void run()
  }

  return (
    <EntryCard
      title={credentials === null ? 'Sign in' : 'Two-factor authentication'}
      description={
        credentials === null ? undefined : 'Enter the six-digit code from your authenticator app, or use a passkey or recovery code.'
      }
      footer={
        credentials === null ? (
          <>
            <Anchor component={Link} to="/forgot-password">
              Forgot your password?
            </Anchor>
            {/* Whether there is an account is nobody's business but the operator's, so that this stands here in any case. */}
            <Text size="sm" c="dimmed" mt="sm">
              No account yet? Owners invite others. The first account of a new service is made with a link that its log has after each
              start; <Code>npm run admin -- setup-link</Code> prints one, too.
            </Text>
          </>
        ) : null
      }
    >
      <Stack>
        {search.get('done') === 'reset' && failure === undefined ? (
          <Alert color="green" icon={<Icon name="check" />} role="status">
            Your password was changed. Sign in with the new one.
          </Alert>
        ) : null}
        {failure === undefined ? null : (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            <Text size="sm">{loginFailureText(failure)}</Text>
          </Alert>
        )}
        {credentials === null ? (
          <PasswordStep isBusy={login.isBusy} onDone={(given) => begin(() => login.run(given))} />
        ) : (
          <CodeStep
            isBusy={login.isBusy}
            onDone={(code) => begin(() => login.run(credentials, code))}
            onBack={() => {
              login.forget()
              setCredentials(null)
            }}
          />
        )}
        {hasPasskeySupport() ? (
          <>
            <Divider label="or" />
            <Button
              variant="default"
              size="md"
              fullWidth
              leftSection={<Icon name="key" />}
              loading={passkey.isBusy}
              onClick={() => begin(() => passkey.run())}
            >
              Use a passkey
            </Button>
          </>
        ) : null}
      </Stack>
    </EntryCard>
  )
}

/** The password is right, but the account has a second factor. */
function wantsCode(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    error.status === 401 &&
    error.details.some(({ path, message }) => path === 'totp' && message === 'required')
  )
}

function loginFailureText(failure: ApiFailure): string {
  return failure.status === 401 ? failure.message : describeApiFailure(failure)
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/** E-mail and password. */
function PasswordStep({ isBusy, onDone }: { readonly isBusy: boolean; onDone(credentials: Credentials): void }) {
  const first = useFirstFocus<HTMLInputElement>()
  const form = useForm({ initialValues: { email: '', password: '' } })
  return (
    <EntryForm label="Sign in" isBusy={isBusy} onSubmit={form.onSubmit(({ email, password }) => onDone({ email: email.trim(), password }))}>
      <TextInput label="Email" type="email" autoComplete="username" ref={first} {...ENTRY} {...form.getInputProps('email')} />
      <PasswordInput label="Password" autoComplete="current-password" {...ENTRY} {...form.getInputProps('password')} />
    </EntryForm>
  )
}

interface CodeStepProps {
  readonly isBusy: boolean
  onDone(code: string): void
  onBack(): void
}

const DIGITS = /^\d{6}$/
const withoutSpaces = (text: string): string => text.replace(/\s/g, '')

/** Asks for a second-factor code, or a recovery code if the device is lost. */
function CodeStep({ isBusy, onDone, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const change = (text: string) => {
    setCode(text)
    if (!isRecovery && DIGITS.test(withoutSpaces(text)) && !isBusy) onDone(withoutSpaces(text))
  }
  return (
    <EntryForm
      label="Sign in"
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(isRecovery ? code.trim() : withoutSpaces(code))
      }}
      below={
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovery(!isRecovery)
              setCode('')
            }}
          >
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      }
    >
      <CodeField
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        description={isRecovery ? 'One of the codes you saved when you set up two-factor authentication. Each works once.' : undefined}
        inputMode={isRecovery ? 'text' : 'numeric'}
        value={code}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </EntryForm>
  )
}

function CodeField(props: TextInputProps) {
  const first = useFirstFocus<HTMLInputElement>()
  return <TextInput autoComplete="one-time-code" maxLength={40} {...ENTRY} {...props} ref={first} />
}

/** Sets up a second factor for a signed-in user whose role requires one. */
function EnrolmentStep({ onDone }: { onDone(): void }) {
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const signOut = useAction(() => api.post('/api/auth/logout'), { onDone: () => navigate('/login', { replace: true }) })
  const [isPasskey, setPasskey] = useState(false)
  if (codes !== null) {
    return (
      <EntryCard title="Recovery codes">
        <RecoveryCodes codes={codes} onDone={onDone} />
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Set up two-factor authentication" description="Your role requires it before you can use the back office.">
      {isPasskey ? (
        <PasskeyForm onDone={setCodes} onCancel={() => void signOut.run()} cancelLabel="Sign out" />
      ) : (
        <Enrolment onDone={setCodes} onCancel={() => void signOut.run()} cancelLabel="Sign out" />
      )}
      {hasPasskeySupport() ? (
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setPasskey(!isPasskey)}>
          {isPasskey ? 'Use an authenticator app instead' : 'Use a passkey instead'}
        </Anchor>
      ) : null}
    </EntryCard>
  )
}
