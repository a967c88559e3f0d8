import type { Feature, Foundation } from '../../../foundation.ts'
import { getMailDirectory } from '../../../platform/mail/create-transport.ts'
import { deleteMailFiles } from '../../../platform/mail/file-transport.ts'
import { registerPersonAdmin } from './admin.ts'
import { createPersonStore, type PersonDatabase } from './store.ts'

/** Export and erasure of everything stored about a person. */
export function openPrivacy({ config, db, keyedHash, addressHash, clock }: Foundation<PersonDatabase>) {
  const store = createPersonStore(db, keyedHash)
  const deleteFiles = (emailKey: string) => deleteMailFiles(getMailDirectory(config), emailKey)
  return { adminRoutes: (app) => registerPersonAdmin(app, { store, deleteFiles, addressHash, clock }) } satisfies Feature
}
