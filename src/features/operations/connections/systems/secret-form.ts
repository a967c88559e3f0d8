import { AppError, type FieldError } from '../../../../errors.ts'
import { readEs256Key } from '../../../../platform/secrets/es256-key.ts'
import type { OutsideSystem } from '../system.ts'

const KEY = /^[\x21-\x7e]{1,512}$/

/** The form of a system whose only setting is a key with this name: visible characters, or a private key for ES256. */
export function buildSecretForm(name: string, isPrivateKey = false): NonNullable<OutsideSystem['form']> {
  const wanted = isPrivateKey ? 'a private key for ES256 (the content of the .p8 file)' : 'visible characters without spaces, at most 512'
  const read = isPrivateKey ? readEs256Key : (text: string) => (KEY.test(text) ? text : null)
  return (patch) => {
    const sent = patch === null ? null : patch[name]
    if (sent === null) return { secret: null }
    const secret = typeof sent === 'string' ? read(sent) : null
    if (secret === null) throw buildInvalidSettingsError([{ path: `settings.${name}`, message: `must be ${wanted}, or null` }])
    return { secret }
  }
}

/** The error for invalid settings. `details` must not be empty: the first one makes the message. */
export function buildInvalidSettingsError(details: readonly FieldError[]): AppError {
  return new AppError('invalid_request', `${details[0]?.path} ${details[0]?.message}`, { details })
}
