import { createContext, useContext } from 'react'
import type { Answer } from '../../api/ask.ts'

export interface Me {
  readonly user: NonNullable<Answer<'get', '/api/auth/session'>['user']>
}
export type Role = Me['user']['role']

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, owner: 2 }

export const MeContext = createContext<Me | null>(null)

/** The signed-in user and their rights. Actions beyond their role are hidden; the API refuses them in any case. */
export function useMe(): Me & { may(role: Role): boolean } {
  const me = useContext(MeContext)
  if (me === null) throw new Error('useMe works on pages of the back office only')
  return { ...me, may: (role) => RANK[me.user.role] >= RANK[role] }
}
