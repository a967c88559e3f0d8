import { readFile } from 'node:fs/promises'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Passwords } from '../../../platform/secrets/passwords.ts'
import { findGuessableReason, type PasswordOwner } from './guessable.ts'

/** Checks and hashes passwords that somebody sets. Existing passwords are never checked again. */
export type NewPasswords = ReturnType<typeof createNewPasswords>

/** A JSON array, searched as text: parsing it takes much longer, and the package's module would keep fifty thousand words in memory. */
const LIST = new URL('src/passwords.json', new URL('../', import.meta.resolve('@zxcvbn-ts/language-common')))

/** New passwords, refused if they are easy to guess. */
export function createNewPasswords(passwords: Pick<Passwords, 'hash'>, siteName: () => string) {
  return {
    /**
     * Resolves to the hash (PHC string) of a password that its owner, or somebody else, chose for an account. `field`: its name in the
     * request.
     * @throws AppError `invalid_request` for a password that is easy to guess, `service_unavailable` when too many are being hashed
     */
    async hash(password: string, { email, displayName }: Omit<PasswordOwner, 'siteName'>, field = 'password'): Promise<string> {
      const list = await readFile(LIST, 'utf8')
      const isListed = (text: string): boolean => list.includes(JSON.stringify(text))
      const reason = findGuessableReason(password, { email, displayName, siteName: siteName() }, isListed)
      if (reason !== null) throw buildInvalidFieldError(field, reason)
      return passwords.hash(password)
    },
  }
}
