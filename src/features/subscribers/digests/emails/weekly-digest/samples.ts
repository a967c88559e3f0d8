import type { Attribution } from '@isobar/providers/port'
import type { Condition } from '@isobar/weather'
import type { MailSample } from '../../../../mail/templates/index.ts'
import type { DigestDay, DigestPlacePart, WeeklyDigestData } from './data.ts'

// Places, numbers and warnings are made up.
const CREDIT: Attribution = {
  name: 'OpenWeather',
  text: 'Weather data provided by OpenWeather',
  url: 'https://openweathermap.org/',
  license: 'CC BY-SA 4.0',
}
const SECOND_CREDIT: Attribution = {
  name: 'Open-Meteo',
  text: 'Weather data by Open-Meteo.com',
  url: 'https://open-meteo.com/',
  license: 'CC BY 4.0',
}

type SampleDay = [
  Condition | null,
  min: number | null,
  max: number | null,
  mm: number | null,
  chance: number | null,
  gustMps: number | null,
  uv: number | null,
]

const BERLIN: SampleDay[] = [
  ['light_rain', 3.2, 7.9, 2.4, 0.8, 12.1, 0.9],
  ['rain', 4.6, 9.3, 11.8, 1, 20.8, 0.4],
  ['partly_cloudy', 2.1, 8.4, 0, 0.15, 14.6, 1.1],
  ['clear', -1.4, 6.2, 0, 0, 6, 1.2],
  ['fog', -3.8, 2.5, 0, 0.05, 3.1, 0.8],
  ['light_snow', -4.9, -0.4, 3.1, 0.7, 9.2, 0.5],
  ['overcast', -2.2, 1.6, 0.3, 0.3, 8.8, 0.4],
]
const LISBON: SampleDay[] = [
  ['clear', 12.1, 19.4, 0, 0, 6.1, 3.1],
  ['mostly_clear', 12.8, 20.2, 0, 0, 5.4, 3],
  ['partly_cloudy', 13.5, 19.9, 0, 0.1, 7.2, 2.6],
  ['clear', 11.9, 18.8, 0, 0, 6.6, 3],
  ['clear', 11.2, 18.1, 0, 0, 5.9, 3],
  ['mostly_cloudy', 12.6, 17.7, 0.2, 0.3, 8.3, 1.9],
  ['partly_cloudy', 12.9, 18.6, 0, 0.2, 7.7, 2.4],
]
const SPARSE: SampleDay[] = BERLIN.map(([condition, min, max], index) => {
  if (index === 3) return [null, null, null, null, null, null, null]
  return [condition, min, max, null, null, null, null]
})

function days(week: readonly SampleDay[], sunrise: string, sunset: string): DigestDay[] {
  return week.map(([condition, temperatureMin, temperatureMax, precipitation, precipitationProbability, windGust, uvIndex], index) => {
    const date = Temporal.PlainDate.from('2026-11-23').add({ days: index }).toString()
    const sun = { sunrise: `${date}T${sunrise}:00Z`, sunset: `${date}T${sunset}:00Z` }
    const snow = condition === 'light_snow' ? precipitation : 0
    return { date, condition, temperatureMin, temperatureMax, precipitation, snow, precipitationProbability, windGust, uvIndex, ...sun }
  })
}

const berlin: DigestPlacePart = {
  timezone: 'Europe/Berlin',
  fetchedAt: '2026-11-23T05:00:00Z',
  source: 'openweather',
  attribution: CREDIT,
  simulated: false,
  days: days(BERLIN, '06:41', '15:02'),
  alerts: [
    {
      id: 'sample-wind',
      event: 'Windböen',
      severity: 'minor',
      color: 'yellow',
      colorSource: 'level',
      start: '2026-11-23T16:00:00Z',
      end: '2026-11-24T02:00:00Z',
      senderName: 'Deutscher Wetterdienst',
      source: 'openweather',
    },
    {
      id: 'sample-storm',
      event: 'Sturmböen',
      severity: 'moderate',
      color: 'orange',
      colorSource: 'level',
      start: '2026-11-24T02:00:00Z',
      end: '2026-11-24T19:00:00Z',
      senderName: 'Deutscher Wetterdienst',
      source: 'openweather',
    },
  ],
  extras: {
    airQuality: [
      { date: '2026-11-23', value: 0, detail: { of: 'europeanIndex', value: 34 } },
      { date: '2026-11-24', value: 2, detail: { of: 'europeanIndex', value: 66 } },
      { date: '2026-11-25', value: 2, detail: { of: 'europeanIndex', value: 72 } },
      { date: '2026-11-26', value: 1, detail: { of: 'europeanIndex', value: 47 } },
    ],
    pollen: [{ date: '2026-11-23', value: 1, detail: { of: 'ragweed', value: 2.4 } }],
  },
  extraCredits: [SECOND_CREDIT],
  pastWeek: {
    from: '2026-11-16T05:00:00Z',
    to: '2026-11-23T05:00:00Z',
    observationCount: 312,
    kind: 'analysis',
    temperatureMin: -1.8,
    temperatureMax: 11.3,
    temperatureMean: 5.1,
    precipitationTotal: 14.6,
    windGustMax: 17.9,
  },
  accuracy: [
    { leadHours: 6, days: 212, mae: 0.6, persistenceMae: 2.9, isMeasured: false },
    { leadHours: 24, days: 212, mae: 1.4, persistenceMae: 2.9, isMeasured: false },
    { leadHours: 72, days: 210, mae: 1.9, persistenceMae: 4.1, isMeasured: false },
    { leadHours: 168, days: 204, mae: 3.2, persistenceMae: null, isMeasured: false },
  ],
}
const lisbon: DigestPlacePart = {
  ...berlin,
  timezone: 'Europe/Lisbon',
  source: 'open-meteo',
  attribution: SECOND_CREDIT,
  days: days(LISBON, '07:24', '17:18'),
  alerts: [],
  pastWeek: null,
  accuracy: [],
}
const sparse: DigestPlacePart = {
  ...berlin,
  days: days(SPARSE, '06:41', '15:02'),
  alerts: null,
  pastWeek: null,
  accuracy: [],
  simulated: true,
}

const parts = new Map<string, object>([
  ['digest:sample:berlin', berlin],
  ['digest:sample:lisbon', lisbon],
  ['digest:sample:sparse', sparse],
])
const BERLIN_PLACE = { name: 'Berlin', lat: 52.52, lon: 13.41, part: 'digest:sample:berlin' }
const LISBON_PLACE = { name: 'Lisboa', lat: 38.72, lon: -9.14, part: 'digest:sample:lisbon' }
const period: WeeklyDigestData['period'] = { frequencies: ['weekly'], from: '2026-11-23', to: '2026-11-29' }

export const samples: readonly MailSample<WeeklyDigestData>[] = [
  {
    id: 'cities',
    timezone: 'Europe/Berlin',
    parts,
    data: { period, cities: [{ ...BERLIN_PLACE, limits: { airQuality: 2, pollen: 3, marine: 2.5 } }, LISBON_PLACE], newsletter: null },
  },
  {
    id: 'many',
    timezone: 'Europe/Berlin',
    parts,
    data: {
      period,
      cities: [
        BERLIN_PLACE,
        ...Array.from({ length: 7 }, (_, i) => ({ ...LISBON_PLACE, name: `Lisboa ${i + 1}`, part: i < 2 ? LISBON_PLACE.part : null })),
      ],
      newsletter: null,
    },
  },
  {
    id: 'newsletter',
    timezone: 'Europe/Berlin',
    parts,
    data: { period, cities: [], newsletter: { places: [BERLIN_PLACE, LISBON_PLACE] } },
  },
  {
    id: 'gaps',
    timezone: 'America/New_York',
    parts,
    data: {
      period: { ...period, frequencies: ['daily', 'monthly'] },
      cities: [
        { ...BERLIN_PLACE, part: 'digest:sample:sparse' },
        { ...LISBON_PLACE, part: null },
        { name: null, lat: -33.87, lon: 151.21, part: 'digest:sample:lisbon' },
        { name: 'Oslo', lat: 59.91, lon: 10.75, part: null },
      ],
      newsletter: { places: [] },
    },
  },
]
