import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { verifierPurpose } from './sign-in.ts'
import { TOKEN_PURPOSE } from './sync.ts'

/** Sealed values of this room. A permission that is lost has to be granted again. */
export const SEALED_AD_PROGRAM_PLACES: readonly SealedPlace[] = [
  { table: 'ad_program', key: 'one', column: 'refresh_token', purpose: () => TOKEN_PURPOSE, lost: 'delete' },
  { table: 'ad_program_sign_in', key: 'state_hash', column: 'verifier', purpose: verifierPurpose, lost: 'delete' },
]
