import type { MailSample } from '../../../../mail/templates/index.ts'
import type { AlertSource, AlertTextPart, ForecastMatch, WarningMatch, WeatherAlertData } from './data.ts'

// Places, numbers and warnings are made up; the text has the form of a National Weather Service product.
const FETCHED = '2026-11-24T20:44:00Z'
const openWeather = { id: 'openweather', name: 'OpenWeather', fetchedAt: FETCHED }
const openMeteo = { id: 'open-meteo', name: 'Open-Meteo', fetchedAt: FETCHED }
const nws = { id: 'nws', name: 'National Weather Service', as: 'warnings', fetchedAt: FETCHED } as const
const quietFeed: AlertSource = { ...nws, agrees: false, value: null }

const warningText: AlertTextPart = {
  description: `...A SAMPLE WARNING, MADE UP FOR THIS PREVIEW...

At 344 PM EST, a severe thunderstorm capable of producing a tornado was
located near Sampleville, moving northeast at 45 mph.

* HAZARD...Tornado and quarter size hail.

* SOURCE...Radar indicated rotation.

* IMPACT...Flying debris will be dangerous to those caught without
shelter. Mobile homes will be damaged or destroyed. Damage to roofs,
windows, and vehicles will occur. Tree damage is likely.`,
  instruction: `TAKE COVER NOW! Move to a basement or an interior room on the lowest
floor of a sturdy building. Avoid windows. If you are outdoors, in a
mobile home, or in a vehicle, move to the closest substantial shelter
and protect yourself from flying debris.`,
  areas: ['Sample County', 'North Sample', 'Example County'],
}

const tornado: WarningMatch = {
  kind: 'official',
  stage: 'new',
  hazards: ['tornado'],
  severity: 'extreme',
  color: 'red',
  colorSource: 'severity',
  event: 'Tornado Warning',
  start: '2026-11-24T20:44:00Z',
  end: '2026-11-24T21:30:00Z',
  senderName: 'NWS Sampleville',
  alertId: 'sample-tornado',
  text: 'alert:sample:tornado',
  sources: [
    { ...openWeather, as: 'warnings', agrees: false, value: null },
    { ...openMeteo, agrees: null, value: null, fetchedAt: null },
    { ...nws, agrees: true, value: null },
  ],
}
const gusts: ForecastMatch = {
  kind: 'forecast',
  stage: 'new',
  hazard: 'wind',
  start: '2026-11-24T23:00:00Z',
  end: '2026-11-25T07:00:00Z',
  threshold: 60 / 3.6,
  peak: { value: 24.7, at: '2026-11-25T03:00:00Z' },
  sources: [{ ...openMeteo, agrees: false, value: 15.8 }, { ...openWeather, agrees: true, value: 24.7 }, quietFeed],
}
const others: readonly ForecastMatch[] = [
  { ...gusts, hazard: 'rain', threshold: 4, peak: { value: 7.4, at: '2026-11-25T01:00:00Z' }, end: null },
  { ...gusts, hazard: 'snow', threshold: 5, peak: { value: 12.5, at: null } },
  { ...gusts, hazard: 'cold', threshold: -15, peak: { value: -18.2, at: '2026-11-25T06:00:00Z' } },
  { ...gusts, hazard: 'uv', threshold: 8, peak: { value: 9, at: '2026-11-25T15:00:00Z' } },
  {
    ...gusts,
    hazard: 'airQuality',
    threshold: 2,
    peak: { value: 3, at: '2026-11-25T02:00:00Z', detail: { of: 'usIndex', value: 164 } },
  },
  { ...gusts, hazard: 'pollen', threshold: 3, peak: { value: 3, at: '2026-11-25T02:00:00Z', detail: { of: 'birch', value: 120 } } },
  { ...gusts, hazard: 'marine', threshold: 2.5, peak: { value: 3.1, at: '2026-11-25T02:00:00Z' } },
  { ...gusts, hazard: 'thunderstorm', threshold: null, peak: null, stage: 'cancelled' },
].map(
  (match) =>
    ({
      ...match,
      sources: match.sources.map((source) => ({
        ...source,
        value: source.agrees === true ? (match.peak?.value ?? null) : null,
        ...(source.agrees === true && match.peak?.detail !== undefined ? { detail: match.peak.detail } : {}),
      })),
    }) as ForecastMatch,
)

const parts = new Map<string, object>([['alert:sample:tornado', warningText]])
const shared = {
  checkedAt: '2026-11-24T20:45:00Z',
  simulated: false,
  credits: [
    { name: 'OpenWeather', text: 'Weather data provided by OpenWeather', url: 'https://openweathermap.org/', license: 'CC BY-SA 4.0' },
    { name: 'Open-Meteo', text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/', license: 'CC BY 4.0' },
    {
      name: 'US National Weather Service',
      text: 'Alerts by the US National Weather Service',
      url: 'https://www.weather.gov/',
      license: 'Public domain',
    },
  ],
}
const SAMPLEVILLE: WeatherAlertData['place'] = { name: 'Sampleville', lat: 42.36, lon: -71.06, timezone: 'America/New_York' }

export const samples: readonly MailSample<WeatherAlertData>[] = [
  { id: 'tornado', timezone: 'America/New_York', parts, data: { ...shared, place: SAMPLEVILLE, matches: [gusts, tornado] } },
  {
    id: 'changes',
    timezone: 'Europe/Berlin',
    parts,
    data: {
      ...shared,
      place: SAMPLEVILLE,
      matches: [
        { ...tornado, stage: 'cancelled', event: 'Flood Watch', severity: 'severe', color: 'orange', text: null },
        {
          ...tornado,
          stage: 'extended',
          event: 'Wind Advisory',
          severity: 'moderate',
          color: 'yellow',
          colorSource: 'derived',
          previousEnd: '2026-11-24T21:00:00Z',
          text: null,
        },
        {
          ...tornado,
          stage: 'upgraded',
          event: 'Winter Storm Warning',
          severity: 'severe',
          color: 'orange',
          end: null,
          senderName: null,
          text: null,
        },
        { ...tornado, event: 'Special Weather Statement', severity: null, color: null, colorSource: null, text: null },
      ],
    },
  },
  {
    id: 'forecast',
    timezone: 'America/New_York',
    parts,
    data: { ...shared, simulated: true, place: { ...SAMPLEVILLE, name: null }, matches: others },
  },
]
