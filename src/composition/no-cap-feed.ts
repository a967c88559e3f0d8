import type { OpenCapFeed } from '../features/weather/warnings/index.ts'
import { ProviderFailure } from '../providers/provider.ts'

/** For who has no reader of CAP: feeds by their addresses are known, so that what they warned of is shown, but cannot be read. */
export const openNoCapFeed: OpenCapFeed = ({ id }) => ({
  warningFeed: {
    product: { id: `${id}/warnings`, weight: 1 },
    intervalSeconds: 300,
    configured: () => true,
    parts: ['all'],
    read: () => Promise.reject(new ProviderFailure('not_configured', 'there is no reader of feeds by their addresses')),
  },
})
