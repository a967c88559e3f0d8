import type { Feature, Foundation } from '../../../foundation.ts'
import { mailDirectory } from '../../../platform/mail/create-transport.ts'
import { deleteMailFiles } from '../../../platform/mail/file-transport.ts'
import { registerPersonAdmin } from './admin.ts'
import { createPersons } from './service.ts'
import { createPersonStore, type PersonDatabase } from './store.ts'

/** Export and erasure of everything stored about a person. */
export function openPrivacy({ config, db, keyedHash, addressHash, clock }: Foundation<PersonDatabase>) {
  const persons = createPersons({
    store: createPersonStore(db, keyedHash),
    deleteMailFiles: (emailKey) => deleteMailFiles(mailDirectory(config), emailKey),
    addressHash,
    clock,
  })
  return { adminRoutes: (app) => registerPersonAdmin(app, { persons, clock }) } satisfies Feature
}
