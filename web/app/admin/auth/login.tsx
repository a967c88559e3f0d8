import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/action.tsx'
import { toldFailure } from '../kit/failure.tsx'
import { Icon } from '../kit/icon.tsx'
import { titled } from '../kit/title.ts'
import { CodeStep } from './code-step.tsx'
import { EnrolmentStep } from './enrolment-step.tsx'
import { EntryCard } from './entry-card.tsx'
import { nextOf } from './next.ts'
import { type Credentials, PasswordStep } from './password-step.tsx'

export const meta = titled('Sign in')

/** Redirects users who are already signed in, unless they are here to set up a second factor. Returns whether they are. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const session = await api.get('/api/auth/session').catch(() => null)
  if (session?.authenticated !== true) return false
  if (searchParams.has('enrol')) return true
  throw redirect(nextOf(searchParams))
}
clientLoader.hydrate = true as const

export default function Login() {
  const isEnrolling = useLoaderData<typeof clientLoader>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return isEnrolling ? <EnrolmentStep onDone={() => void navigate(nextOf(search), { replace: true })} /> : <SignIn />
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
    { isQuiet: true, isSigningIn: true, onDone: (answer) => (answer === null ? undefined : navigate(nextOf(search), { replace: true })) },
  )
  const { failure } = login

  return (
    <EntryCard
      title={credentials === null ? 'Sign in' : 'Two-factor authentication'}
      description={credentials === null ? undefined : 'Enter the six-digit code from your authenticator app.'}
      footer={
        credentials === null ? (
          <Anchor component={Link} to="/forgot-password">
            Forgot your password?
          </Anchor>
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
            <Text size="sm">{toldLogin(failure)}</Text>
          </Alert>
        )}
        {credentials === null ? (
          <PasswordStep isBusy={login.isBusy} onDone={(given) => void login.run(given)} />
        ) : (
          <CodeStep
            isBusy={login.isBusy}
            onDone={(code) => void login.run(credentials, code)}
            onBack={() => {
              login.forget()
              setCredentials(null)
            }}
          />
        )}
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

function toldLogin(failure: ApiFailure): string {
  return failure.status === 401 ? failure.message : toldFailure(failure)
}
