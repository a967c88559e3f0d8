import { SEALED_USER_PLACES } from '../features/accounts/sign-in/index.ts'
import { SEALED_WEBHOOK_PLACES } from '../features/clients/webhooks/index.ts'
import { SEALED_MAIL_PLACES } from '../features/mail/outbox/index.ts'
import { buildConnectionPurpose } from '../features/operations/connections/index.ts'
import { SEALED_PUSH_PLACES } from '../features/subscribers/push/index.ts'
import { HASH_KEY_PURPOSE } from '../platform/secrets/keyring.ts'
import type { SealedPlace } from '../platform/secrets/sealed-place.ts'

/** Everything sealed under ADMIN_SECRET, one line each: what `rotate-secret` reseals and the test of a backup opens. */
export const SEALED: readonly SealedPlace[] = [
  { table: 'hash_key', key: 'one', column: 'sealed', purpose: () => HASH_KEY_PURPOSE, lost: 'delete' },
  { table: 'connection', key: 'id', column: 'secret', purpose: buildConnectionPurpose, lost: 'clear' },
  ...SEALED_USER_PLACES,
  ...SEALED_MAIL_PLACES,
  ...SEALED_WEBHOOK_PLACES,
  ...SEALED_PUSH_PLACES,
]
