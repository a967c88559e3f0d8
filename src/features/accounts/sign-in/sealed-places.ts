import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { purposeOf } from './second-factor.ts'

/** Secrets of second factors. Where one is lost, its user signs in without. */
export const SEALED_USER_PLACES: readonly SealedPlace[] = (['totp_secret', 'totp_pending'] as const).map((column) => ({
  table: 'admin_user',
  key: 'id',
  column,
  purpose: purposeOf,
  lost: 'clear',
}))
