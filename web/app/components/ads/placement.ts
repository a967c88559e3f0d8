import type { ads } from '../../i18n/ads.server.ts'

export type Placement = 'dashboard' | 'hero' | 'recent-checks' | 'city-detail'

export interface AdUnit {
  readonly placement: Placement
  readonly clientId: string
  readonly slotId: string
  readonly format: 'horizontal' | 'rectangle'
}

/** What a page knows of its ads. Without consent there are no units, so that no space is kept for them. */
export interface PageAdsView {
  readonly m: (typeof ads)['en']
  readonly consent: 'ask' | 'ads'
  readonly units: readonly AdUnit[]
}
