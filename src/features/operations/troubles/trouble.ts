import type { Facts } from './facts.ts'

export const TROUBLE_KINDS = [
  'database',
  'restored',
  'secret',
  'source',
  'budget',
  'mail',
  'webhooks',
  'job',
  'disk',
  'backup',
  'certificate',
  'cache',
  'clock',
] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** `bad`: people notice, or data may be lost; `notice`: it comes to that unless somebody acts. */
export const SEVERITIES = ['bad', 'notice'] as const

/** Something that is wrong, for people: what it means and what to do are sentences. */
export interface Trouble {
  /** What is in trouble: the same from its beginning to its end, on every node that sees it. */
  readonly key: string
  readonly kind: TroubleKind
  readonly severity: (typeof SEVERITIES)[number]
  readonly title: string
  readonly meaning: string
  readonly action: string
  /** The page of the back office that helps. */
  readonly link: string
}

/** Finds what is wrong in one respect. */
export type Judge = (facts: Facts) => readonly (Trouble | false)[]
