import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { verifierPurpose } from './sign-in.ts'

/** Sealed values of this room; the permission is a secret of `connection`. */
export const SEALED_AD_PROGRAM_PLACES: readonly SealedPlace[] = [
  { table: 'ad_program_sign_in', key: 'state_hash', column: 'verifier', purpose: verifierPurpose, lost: 'delete' },
]
