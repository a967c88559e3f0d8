import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { purposeOf } from './second-factor.ts'

/** Sealed second-factor secrets. A user whose secret is lost signs in without one. */
export const SEALED_USER_PLACES: readonly SealedPlace[] = (['totp_secret', 'totp_pending'] as const).map((column) => ({
  table: 'admin_user',
  key: 'id',
  column,
  purpose: purposeOf,
  lost: 'clear',
}))
