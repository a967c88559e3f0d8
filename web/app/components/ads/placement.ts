import type { Messages } from '../../../../src/messages/messages.ts'

export type Placement = 'dashboard' | 'hero' | 'recent-checks' | 'city-detail'

export interface AdUnit {
  readonly placement: Placement
  readonly clientId: string
  readonly slotId: string
  readonly format: 'horizontal' | 'rectangle'
}

/** A page's ads. Without consent there are no units, so no space is reserved. */
export interface PageAdsView {
  readonly messages: Messages<'ads'>
  readonly consent: 'ask' | 'ads'
  readonly units: readonly AdUnit[]
}
