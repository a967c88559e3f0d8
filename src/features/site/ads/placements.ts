/** Where a page may show an ad. */
export const PLACEMENTS = ['dashboard', 'hero', 'recent-checks', 'city-detail'] as const
export type Placement = (typeof PLACEMENTS)[number]

/** The shape of the unit in each of them, in the ad program's own words. */
export const FORMATS = {
  dashboard: 'horizontal',
  hero: 'horizontal',
  'recent-checks': 'rectangle',
  'city-detail': 'rectangle',
} as const satisfies Readonly<Record<Placement, string>>

/** A publisher's account and its slots: what the operator has configured. */
export interface AdAccount {
  /** `ca-pub-…`; null until configured. */
  readonly clientId: string | null
  /** Digits; null where the placement has no slot. */
  readonly slots: Readonly<Record<Placement, string | null>>
}

/** Google's own seller id, the same for every publisher (ads.txt of the ad program). */
const CERTIFICATION_ID = 'f08c47fec0942fa0'

/** The publisher's line of ads.txt (IAB ads.txt 1.1); null until there is a publisher. */
export function adsTxt({ clientId }: AdAccount): string | null {
  return clientId === null ? null : `google.com, ${clientId.replace(/^ca-/, '')}, DIRECT, ${CERTIFICATION_ID}\n`
}
