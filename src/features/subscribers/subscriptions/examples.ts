const clientId = '5f1d7c0e-93f1-4c34-8f9b-8a1a2f6f0f3c'

export const CREATE_EXAMPLES = [
  {
    clientId,
    email: 'ada@example.org',
    type: 'city_alerts',
    cityName: 'Berlin',
    cityLat: 52.52,
    cityLon: 13.405,
    alertOnStorm: true,
    alertPrefs: { wind: { minGustKmh: 70 }, quietHours: { from: '22:00', to: '07:00', exceptExtreme: true } },
    lang: 'de',
  },
  { clientId, email: 'ada@example.org', type: 'newsletter' },
]

const id = '7a6e5c1e-3b0e-4f52-8d5c-2f5b7d1f0a11'
export const PATCH_EXAMPLES = [
  { clientId, id, alertPrefs: { fog: true, wind: null } },
  { clientId, id, alertPrefs: { rain: { minMmPerHour: 4, minProbability: 0.6 } } },
  { clientId, id, alertPrefs: { airQuality: { minLevel: 2 }, pollen: { minLevel: 3 }, marine: { minWaveM: 2.5 } } },
]
export const DELETE_EXAMPLES = [
  { clientId, cityLat: 52.52, cityLon: 13.405, types: ['city_weekly', 'city_alerts'] },
  { clientId, types: ['newsletter'] },
]

const SUBSCRIPTION = {
  id,
  clientId,
  email: 'a•••@example.org',
  type: 'city_alerts',
  cityName: 'Berlin',
  cityLat: 52.52,
  cityLon: 13.405,
  frequency: 'immediate',
  alertOnRain: false,
  alertOnStorm: true,
  alertPrefs: { wind: { minGustKmh: 70 }, quietHours: { from: '22:00', to: '07:00', exceptExtreme: true } },
  active: true,
  lang: 'de',
  mailLang: 'de',
  units: 'metric',
  timezone: 'Europe/Berlin',
  createdAt: '2026-11-21T03:00:00Z',
  updatedAt: '2026-11-21T03:00:00Z',
}

export const CREATED_EXAMPLE = {
  subscription: { ...SUBSCRIPTION, email: 'ada@example.org', unsubscribe_token: 'b2f4ad53-1c52-4c79-8f0a-5b1f7b0f9f10' },
  ignoredPreferences: [],
}
export const CHANGED_EXAMPLE = { subscription: SUBSCRIPTION, ignoredPreferences: [] }
export const LIST_EXAMPLE = { subscriptions: [SUBSCRIPTION] }
export const REMOVAL_EXAMPLE = { removed: 1, ids: [id] }
