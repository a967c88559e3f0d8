import { publisherId } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { BASE_URL, SLOT, SWITCH, TEXT, whole } from './kinds.ts'

export const SITE = {
  PAGES_KEPT_MS: {
    group: 'Site',
    ...whole(0, 60_000),
    default: '1000',
    meaning:
      'Milliseconds for which the front page and the pages of places are kept as they were made, for everybody with the same language, units, theme and region; what changes is seen at most twice that later. 0: each is made anew',
  },
  SHOW_DEMO_POPULAR_SEARCHES: {
    group: 'Site',
    ...SWITCH,
    default: 'on',
    meaning: 'Show some well-known cities on the front page until visitors have searched for places',
  },
  AD_PROGRAM_CLIENT_ID: {
    group: 'Ads',
    type: '`ca-pub-` and 10 to 20 digits',
    parse: publisherId,
    default: null,
    meaning: 'Publisher ID of the ad program; unset: no ads',
  },
  AD_PROGRAM_SLOT_DASHBOARD: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot of the placement `dashboard`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_HERO: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot of the placement `hero`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_RECENT_CHECKS: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot of the placement `recent-checks`, for API clients; the site itself shows no ad there',
  },
  AD_PROGRAM_SLOT_CITY_DETAIL: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot of the placement `city-detail`; unset: no ad there',
  },
  AD_PROGRAM_OAUTH_CLIENT_ID: {
    group: 'Ads',
    ...TEXT,
    default: null,
    meaning:
      'OAuth client ID for the earnings report of the ad program (AdSense Management API, redirect URI `PUBLIC_URL/api/admin/adprogram/oauth/callback`); unset or without its secret: no report',
  },
  AD_PROGRAM_OAUTH_CLIENT_SECRET: { group: 'Ads', ...TEXT, default: null, secret: true, meaning: 'Secret of the OAuth client' },
  AD_PROGRAM_BASE_URL: {
    group: 'Ads',
    ...BASE_URL,
    default: 'https://adsense.googleapis.com',
    meaning: 'Reporting API of the ad program',
  },
  AD_PROGRAM_OAUTH_BASE_URL: {
    group: 'Ads',
    ...BASE_URL,
    default: null,
    defaultNote: 'https://accounts.google.com and https://oauth2.googleapis.com',
    meaning: 'OAuth server of the ad program, with `/o/oauth2/v2/auth`, `/token` and `/revoke`',
  },
  PHOTO_PROVIDER_API_KEY: {
    group: 'Ads',
    ...TEXT,
    default: null,
    secret: true,
    meaning: 'Access key of the photo service (Unsplash) for background pictures; unset: the built-in artwork is used',
  },
  PHOTO_PROVIDER_BASE_URL: { group: 'Ads', ...BASE_URL, default: 'https://api.unsplash.com', meaning: 'Photo service (Unsplash)' },
} as const satisfies Variables
