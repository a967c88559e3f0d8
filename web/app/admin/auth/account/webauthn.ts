import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { type Answer, ApiFailure } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

export const hasPasskeySupport = (): boolean => browserSupportsWebAuthn()

/** Asks the browser for a passkey of this site. @throws ApiFailure with a text for people */
export async function assertPasskey() {
  const options: unknown = await api.post('/api/auth/passkey/options')
  const { id, response } = await perform(() => startAuthentication({ optionsJSON: options as RequestOptions }))
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** The second factor that a form sends with a password: the code if one was entered, else a passkey if the user has one. @throws as `assertPasskey` */
export async function collectSecondFactor(code: string, hasPasskeys: boolean) {
  if (code !== '') return { totp: code }
  return hasPasskeys ? { passkey: await assertPasskey() } : {}
}

/** Has the browser make a passkey. @throws ApiFailure with a text for people */
export async function registerPasskey(options: Answer<'post', '/api/auth/passkeys/options'>) {
  const { id, response } = await perform(() => startRegistration({ optionsJSON: options as unknown as CreationOptions }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** @throws ApiFailure with a text for people */
async function perform<Output>(ceremony: () => Promise<Output>): Promise<Output> {
  try {
    return await ceremony()
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : ''
    throw new ApiFailure({ status: 0, headers: {}, body: { error: 'passkey', message: REASONS[code] ?? CANCELLED } })
  }
}

const CANCELLED = 'Your browser did not use a passkey. You may have cancelled, taken too long, or have none for this site'
const WRONG_ADDRESS = 'Passkeys work only at the public address of this site'
const REASONS: Readonly<Record<string, string>> = {
  ERROR_INVALID_DOMAIN: WRONG_ADDRESS,
  ERROR_INVALID_RP_ID: WRONG_ADDRESS,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has a passkey for your account already',
}
