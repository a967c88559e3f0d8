import type { Actor } from '../../../admin/access/index.ts'
import { invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import type { Erased, PersonStore } from './store.ts'

export type Persons = ReturnType<typeof createPersons>

export interface PersonOptions {
  readonly store: PersonStore
  /** Deletes the mails to an address that this node wrote to files; resolves to how many. */
  readonly deleteMailFiles: (emailKey: string) => Promise<number>
  /** Keyed hash of an address, its only trace in the audit log. */
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
}

/** Parses the address and records each request in the audit log. */
export function createPersons({ store, deleteMailFiles, addressHash, clock }: PersonOptions) {
  function keysOf(email: string) {
    const address = readEmailAddress(email)
    if ('problem' in address) throw invalidField('email', address.problem)
    return { emailKey: address.key, addressHash: addressHash(address.key) }
  }

  return {
    /** Everything stored about an address. @throws AppError invalid_request */
    async export(email: string, actor: Actor): Promise<Readonly<Record<string, unknown>>> {
      const keys = keysOf(email)
      const entry = { at: clock.now(), actor, action: 'person.export', object: { type: 'person', id: keys.addressHash } }
      return store.export(keys, entry)
    },
    /** Erases everything stored about an address. Idempotent. @throws AppError invalid_request */
    async erase(email: string, actor: Actor): Promise<Erased & { readonly files: number }> {
      const keys = keysOf(email)
      const now = clock.now()
      const entry = { at: now, actor, action: 'person.erase', object: { type: 'person', id: keys.addressHash } }
      const erased = await store.erase(keys, now, entry)
      // After the commit, when waiting mails can no longer be written. If this fails, erasing again does the rest.
      return { ...erased, files: await deleteMailFiles(keys.emailKey) }
    },
  }
}
