/** Where a page may show an ad. */
export const PLACEMENTS = ['dashboard', 'hero', 'recent-checks', 'city-detail'] as const
export type Placement = (typeof PLACEMENTS)[number]

/** The ad unit's shape for each placement, in the ad program's terms. */
export const FORMATS = {
  dashboard: 'horizontal',
  hero: 'horizontal',
  'recent-checks': 'rectangle',
  'city-detail': 'rectangle',
} as const satisfies Readonly<Record<Placement, string>>

/** Google's own certification authority id, the same for every publisher (the ad program's ads.txt documentation). */
const CERTIFICATION_ID = 'f08c47fec0942fa0'

/** The publisher's line in ads.txt (IAB ads.txt 1.1); null without a publisher. */
export function writeAdsTxt(clientId: string | null): string | null {
  return clientId === null ? null : `google.com, ${clientId.replace(/^ca-/, '')}, DIRECT, ${CERTIFICATION_ID}\n`
}
