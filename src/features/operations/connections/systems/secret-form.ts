import { AppError, type FieldError } from '../../../../errors.ts'
import type { OutsideSystem } from '../system.ts'

const KEY = /^[\x21-\x7e]{1,512}$/

/** The form of a system whose only setting is a key with this name. */
export function secretForm(name: string): NonNullable<OutsideSystem['form']> {
  return (patch) => {
    if (patch === null) return { secret: null }
    const secret = patch[name]
    if (secret !== null && !(typeof secret === 'string' && KEY.test(secret))) {
      throw invalidSettings([{ path: `settings.${name}`, message: 'must be visible characters without spaces, at most 512, or null' }])
    }
    return { secret }
  }
}

/** The error for invalid settings. `details` must not be empty: the first one makes the message. */
export function invalidSettings(details: readonly FieldError[]): AppError {
  return new AppError('invalid_request', `${details[0]?.path} ${details[0]?.message}`, { details })
}
