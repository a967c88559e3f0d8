import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { toAddressKey } from '../platform/mail/address.ts'
import { canSeeAddresses } from './access/index.ts'

/** The filter of a list of subscribers’ addresses. */
export const addressFilter = {
  email: Type.Optional(
    Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\u0000]*$', description: 'Only this exact address; not for viewers' }),
  ),
}

/** What a store is asked for: the address searched for, by its key, and whether the user may search for parts of one. */
export interface AddressSearch {
  readonly emailKey?: string
  readonly searchesAddresses: boolean
}

/** @throws AppError `forbidden` if the user may not see addresses, but searches for one */
export function buildAddressSearch(request: FastifyRequest, email: string | undefined): AddressSearch {
  const searchesAddresses = canSeeAddresses(request, email)
  return email === undefined ? { searchesAddresses } : { emailKey: toAddressKey(email), searchesAddresses }
}
