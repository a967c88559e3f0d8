import { parsePublisherId } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { BASE_URL, SLOT, SWITCH, TEXT, buildIntegerType } from './kinds.ts'

export const SITE = {
  PAGES_KEPT_MS: {
    group: 'Site',
    ...buildIntegerType(0, 60_000),
    default: '1000',
    meaning:
      'Milliseconds for which the front page and pages of places are cached, for everybody with the same language, units, theme and region; changes show within twice that',
  },
  SHOW_DEMO_POPULAR_SEARCHES: {
    group: 'Site',
    ...SWITCH,
    default: 'on',
    meaning: 'Show well-known cities on the front page until visitors have searched',
  },
  AD_PROGRAM_CLIENT_ID: {
    group: 'Ads',
    type: '`ca-pub-` and 10 to 20 digits',
    parse: parsePublisherId,
    default: null,
    meaning: 'Publisher ID of the ad program; unset: no ads. What the back office sets, also of slots, comes first',
  },
  AD_PROGRAM_SLOT_DASHBOARD: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot `dashboard`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_HERO: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot `hero`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_RECENT_CHECKS: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot `recent-checks`, for API clients only',
  },
  AD_PROGRAM_SLOT_CITY_DETAIL: {
    group: 'Ads',
    ...SLOT,
    default: null,
    meaning: 'Ad slot `city-detail`; unset: no ad there',
  },
  AD_PROGRAM_OAUTH_CLIENT_ID: {
    group: 'Ads',
    ...TEXT,
    default: null,
    meaning:
      'OAuth client ID for the earnings report (AdSense Management API, redirect URI `PUBLIC_URL/api/admin/adprogram/oauth/callback`)',
  },
  AD_PROGRAM_OAUTH_CLIENT_SECRET: {
    group: 'Ads',
    ...TEXT,
    default: null,
    secret: true,
    meaning: 'Secret of the OAuth client, without which there is no report',
  },
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
    meaning: 'Access key of Unsplash for background pictures; unset: the built-in artwork',
  },
  PHOTO_PROVIDER_BASE_URL: { group: 'Ads', ...BASE_URL, default: 'https://api.unsplash.com', meaning: 'Photo service (Unsplash)' },
} as const satisfies Variables
