import type { OutsideSystem } from '../../operations/connections/index.ts'
import type { WebhookStore } from './store.ts'

export const WEBHOOKS = 'webhooks'
export const NOTICE_WEBHOOK = 'notice-webhook'

/** The receivers of webhooks in the list of external systems: those of client keys together, and the operators' own. */
export function buildWebhookSystems(store: Pick<WebhookStore, 'listOrigins'>, now: () => number): readonly OutsideSystem[] {
  const system = (id: string, name: string, isOperators: boolean): OutsideSystem => ({
    id,
    name,
    kind: 'webhooks',
    isSwitchable: false,
    configured: () => true,
    settings: () => ({}),
    members: async () => new Set(await store.listOrigins(isOperators, now())),
  })
  return [system(WEBHOOKS, 'Receivers of webhooks', false), system(NOTICE_WEBHOOK, 'Operators’ webhook', true)]
}
