import type { Variables } from './variable.ts'

export const SITE = {
  SHOW_DEMO_POPULAR_SEARCHES: {
    group: 'Site',
    type: 'switch',
    default: 'on',
    meaning: 'May the front page show some well-known cities as long as nobody has searched for any',
  },
  AD_PROGRAM_CLIENT_ID: {
    group: 'Ads',
    type: '`ca-pub-` and 10 to 20 digits',
    default: null,
    meaning: 'Publisher id of the ad program; there is no default publisher',
  },
  AD_PROGRAM_SLOT_DASHBOARD: {
    group: 'Ads',
    type: '4 to 20 digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `dashboard`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_HERO: {
    group: 'Ads',
    type: '4 to 20 digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `hero`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_RECENT_CHECKS: {
    group: 'Ads',
    type: '4 to 20 digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `recent-checks`, as the API tells it; the site itself shows no ad there',
  },
  AD_PROGRAM_SLOT_CITY_DETAIL: {
    group: 'Ads',
    type: '4 to 20 digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `city-detail`; unset: no ad there',
  },
  AD_PROGRAM_OAUTH_CLIENT_ID: {
    group: 'Ads',
    type: 'text',
    default: null,
    meaning:
      'OAuth client for the earnings report of the ad program (AdSense Management API, redirect URI `PUBLIC_URL/api/admin/adprogram/oauth/callback`); unset, or without its secret: no report',
  },
  AD_PROGRAM_OAUTH_CLIENT_SECRET: { group: 'Ads', type: 'text', default: null, secret: true, meaning: 'Secret of that client' },
  AD_PROGRAM_BASE_URL: { group: 'Ads', type: 'base URL', default: 'https://adsense.googleapis.com', meaning: 'Reports of the ad program' },
  AD_PROGRAM_OAUTH_BASE_URL: {
    group: 'Ads',
    type: 'base URL',
    default: null,
    defaultNote: 'https://accounts.google.com and https://oauth2.googleapis.com',
    meaning: 'Sign-in of the ad program: `/o/oauth2/v2/auth`, `/token` and `/revoke` under it',
  },
  PHOTO_PROVIDER_API_KEY: {
    group: 'Ads',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Access key of the photo service (Unsplash) for background pictures; unset: the bundled artwork',
  },
  PHOTO_PROVIDER_BASE_URL: { group: 'Ads', type: 'base URL', default: 'https://api.unsplash.com', meaning: 'Photo service (Unsplash)' },
} as const satisfies Variables
