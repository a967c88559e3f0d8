import type { Variables } from './variable.ts'

export const WARNING_FEEDS = {
  WARNING_FEEDS: {
    group: 'Official warnings',
    type: 'ids of providers, separated by commas',
    default: null,
    meaning:
      'Agencies whose warnings are read from their own feeds: `dwd` (the German weather service), `eccc` (Environment and Climate Change Canada), `met-norway` (which requires UPSTREAM_CONTACT)',
  },
  WARNING_FEEDS_PRIVATE: {
    group: 'Official warnings',
    type: 'switch',
    default: 'off',
    meaning: 'Whether the feeds of official warnings that operators add may be plain http, or in private networks',
  },
} as const satisfies Variables
