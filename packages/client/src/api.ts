/* Made from docs/openapi.json by `npm run generate`. */

/** The most places in a request for several. */
export const MAX_BATCH_CITIES = 50


export interface Accuracy {
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/measurements.md
 */
verification: Verification
/**
 * Credits required by the licences of the sources
 */
attributions: WeatherHistoryAttribution[]
}

/**
 * The air of an hour as a provider gave it while the hour was running. Indices are computed from the archived hours of the same source, null where too few of those before are known
 */
export interface AirAnalysis {
/**
 * Start of the hour
 */
observedAt: string
/**
 * When it was fetched from the provider
 */
recordedAt: string
/**
 * Provider id
 */
source: string
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm25: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm10: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
no2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
o3: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
so2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
co: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
dust: (number | null)
/**
 * Null where no model has pollen, which does not mean none. Europe only, in season
 */
pollen: (Pollen | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: (EuropeanAirQualityIndex | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: (UsAirQualityIndex | null)
/**
 * Computed by a model: no station measures air here
 */
kind: "analysis"
}

export interface AirConcentrations {
pm25: AirStatistics
pm10: AirStatistics
no2: AirStatistics
o3: AirStatistics
so2: AirStatistics
co: AirStatistics
dust: AirStatistics
}

/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
export interface AirForecasts {
/**
 * Items: Indices are computed from the hours of the issue, and from analyses of the same source before it
 */
hourly: ArchivedAirHour[]
}

export interface AirHistory {
scope: "air"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * The index to show at the place: the European one in Europe's time zones
 */
localIndex: ("europeanIndex" | "usIndex")
/**
 * For the whole period, regardless of the limit
 */
summary: AirSummary
/**
 * Newest first
 * 
 * Items: The air of an hour as a provider gave it while the hour was running. Indices are computed from the archived hours of the same source, null where too few of those before are known
 */
observations: AirAnalysis[]
/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
forecasts: AirForecasts
/**
 * Whether a list was truncated: the oldest observations or the latest forecasts are missing
 */
truncated: boolean
/**
 * Credits required by the licences of the sources
 */
attributions: WeatherHistoryAttribution[]
}

export interface AirPoint {
/**
 * Start of the hour
 */
time: string
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm25: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm10: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
no2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
o3: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
so2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
co: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
dust: (number | null)
/**
 * Null where no model has pollen, which does not mean none. Europe only, in season
 */
pollen: (Pollen | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: (EuropeanAirQualityIndex | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: (UsAirQualityIndex | null)
}

/**
 * Air quality and pollen from the current hour on, four days or more while the data is fresh. Indices are computed here, from concentrations
 */
export interface AirQuality {
scope: "air"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * The index to show at the place: the European one in Europe's time zones
 */
localIndex: ("europeanIndex" | "usIndex")
/**
 * False if the source knows nothing of the air at the place; `points` is then empty
 */
available: boolean
points: AirPoint[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface AirQualityData {
scope: "air"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * The index to show at the place: the European one in Europe's time zones
 */
localIndex: ("europeanIndex" | "usIndex")
/**
 * False if the source knows nothing of the air at the place; `points` is then empty
 */
available: boolean
points: AirPoint[]
}

export interface AirResult {
data: AirQualityData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

export interface AirStatistics {
/**
 * Of the hours. Null unless 90 % of `hours` are known; µg/m³
 */
mean: (number | null)
/**
 * Highest mean of an hour. Like `mean`
 */
max: (number | null)
/**
 * Hours with a known concentration
 */
hoursCovered: number
}

/**
 * For the whole period, regardless of the limit
 */
export interface AirSummary {
/**
 * ISO 8601, UTC
 */
from: string
/**
 * ISO 8601, UTC
 */
to: string
/**
 * Entries of `observations` from `source` in the period
 */
observationCount: number
/**
 * Null without observations
 */
kind: ("analysis" | null)
/**
 * Source of all values here; sources are not mixed. The primary provider, else the one with the most hours
 */
source: (string | null)
firstObservedAt: (string | null)
lastObservedAt: (string | null)
/**
 * Hours that have ended in the period
 */
hours: number
concentrations: AirConcentrations
/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/measurements.md
 */
verification: Verification
}

/**
 * The alert
 */
export interface Alert {
/**
 * Stable while the warning is renewed, extended or reworded. Specific to one place: elsewhere the same warning has a different id
 */
id: string
/**
 * Issuing agency; null if the source does not say
 */
senderName: (string | null)
/**
 * Event, in the words of the agency
 */
event: string
/**
 * Language of the texts (BCP 47); null if unknown
 */
language: (string | null)
/**
 * Kind of hazard; `other` if it is none of those that can be subscribed to
 */
kind: ("rain" | "thunderstorm" | "snow" | "ice" | "wind" | "heat" | "cold" | "fog" | "uv" | "flood" | "tornado" | "hurricane" | "airQuality" | "pollen" | "marine" | "forestFire" | "avalanche" | "other")
/**
 * Start of the event, or when a running alert was last confirmed
 */
start: string
/**
 * End of the event; null if not stated
 */
end: (string | null)
/**
 * Text of the warning, with line breaks; may be empty
 */
description: string
/**
 * CAP severity; null if unknown, which does not mean harmless
 */
severity: (("extreme" | "severe" | "moderate" | "minor") | null)
/**
 * stated: given by the source. derived: from the level, colour or wording of the warning. Null if `severity` is null
 */
severitySource: (("stated" | "derived") | null)
/**
 * Colour of the issuer's level, or else of the severity; the site and its emails show the same. Null if nothing grades it
 */
color: (("violet" | "red" | "orange" | "yellow" | "blue") | null)
/**
 * level: the issuer's own level. severity: from the severity that the issuer states. derived: from a `severity` that is derived itself, so the level is not the issuer's. Null if `color` is null
 */
colorSource: (("level" | "severity" | "derived") | null)
urgency: ("immediate" | "expected" | "future" | "past" | "unknown")
certainty: ("observed" | "likely" | "possible" | "unlikely" | "unknown")
/**
 * State at the time of the response; cancelled: called off or replaced, or missing from three readings over half an hour
 */
state: ("upcoming" | "active" | "expired" | "cancelled")
/**
 * What people should do
 */
instruction: (string | null)
/**
 * Tags, as given by the source
 */
tags: string[]
/**
 * Areas covered; empty if the source does not say
 */
areas: string[]
/**
 * The agency's own level, such as orange, which is what the public sees; null if it has none
 */
level: (AlertLevel | null)
/**
 * The alert in every language that the agency sent; `event`, `description` and `instruction` are in `language`
 */
texts: AlertText[]
/**
 * Provider id
 */
source: string
/**
 * Ids of other alerts of the place for the same event: relayed by another source, or in another language
 */
sameAs: string[]
/**
 * Credit required by the provider's licence
 */
attribution: AlertAttribution
}

/**
 * Credit required by the provider's licence
 */
export interface AlertAttribution {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}

export interface AlertLevel {
name: string
/**
 * As #rrggbb; null if unknown
 */
color: (string | null)
}

export interface AlertText {
/**
 * BCP 47; null if unknown
 */
language: (string | null)
event: string
/**
 * Headline; null if there is none
 */
headline: (string | null)
description: string
/**
 * What people should do
 */
instruction: (string | null)
areas: string[]
}

/**
 * Indices are computed from the hours of the issue, and from analyses of the same source before it
 */
export interface ArchivedAirHour {
/**
 * Start of the forecast hour or day
 */
validAt: string
/**
 * When the provider issued the forecast
 */
issuedAt: string
/**
 * Provider id
 */
source: string
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm25: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
pm10: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
no2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
o3: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
so2: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
co: (number | null)
/**
 * Mean of the hour in µg/m³, in every unit system
 */
dust: (number | null)
/**
 * Null where no model has pollen, which does not mean none. Europe only, in season
 */
pollen: (Pollen | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: (EuropeanAirQualityIndex | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: (UsAirQualityIndex | null)
}

export interface ArchivedDay {
/**
 * Start of the forecast hour or day
 */
validAt: string
/**
 * Local calendar day
 */
date: string
/**
 * When the provider issued the forecast
 */
issuedAt: string
/**
 * Provider id
 */
source: string
/**
 * Unit: temperature
 */
temperatureMin: (number | null)
/**
 * Unit: temperature
 */
temperatureMax: (number | null)
/**
 * Unit: temperature
 */
temperatureMorning: (number | null)
/**
 * Unit: temperature
 */
temperatureDay: (number | null)
/**
 * Unit: temperature
 */
temperatureEvening: (number | null)
/**
 * Unit: temperature
 */
temperatureNight: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMin: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMax: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMorning: (number | null)
/**
 * Unit: temperature
 */
feelsLikeDay: (number | null)
/**
 * Unit: temperature
 */
feelsLikeEvening: (number | null)
/**
 * Unit: temperature
 */
feelsLikeNight: (number | null)
/**
 * Unit: temperature. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
humidity: (number | null)
/**
 * Sea level pressure. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
pressure: (number | null)
/**
 * Percent. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * Depth of the fresh snow that `snow` makes, in the unit of `snow`: an estimate by the temperature (Hedstrom and Pomeroy 1998), which does not settle, melt or drift
 */
freshSnow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
/**
 * Summary of the day by the provider; English only. Without “today”, which would be wrong of other days; null if it speaks of another day
 */
summary: (string | null)
sunrise: (string | null)
sunset: (string | null)
moonrise: (string | null)
moonset: (string | null)
/**
 * 0 and 1: new moon, 0.25: first quarter, 0.5: full moon, 0.75: last quarter
 */
moonPhase: (number | null)
}

export interface ArchivedHour {
/**
 * Start of the forecast hour or day
 */
validAt: string
/**
 * When the provider issued the forecast
 */
issuedAt: string
/**
 * Provider id
 */
source: string
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * With `temperatureHigh`: between which the temperature lies in eight of ten such cases. Omitted unless it is blended and enough is known. Unit: temperature
 */
temperatureLow?: number
/**
 * See `temperatureLow`
 */
temperatureHigh?: number
/**
 * Unit: temperature
 */
feelsLike: (number | null)
/**
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent
 */
humidity: (number | null)
/**
 * Sea level pressure
 */
pressure: (number | null)
/**
 * Percent
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * Depth of the fresh snow that `snow` makes, in the unit of `snow`: an estimate by the temperature (Hedstrom and Pomeroy 1998), which does not settle, melt or drift
 */
freshSnow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
}

/**
 * Credit required by the provider's licence
 */
export interface Attribution {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}

export interface BatchPlace {
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
/**
 * Default `["current"]`; duplicates are ignored
 */
scopes?: ("current" | "hourly" | "daily" | "minutely" | "air" | "marine")[]
/**
 * Echoed
 */
id?: string
/**
 * BCP 47 tag; `lang` in the response is the language used. Costs no provider call.
 */
lang?: string
/**
 * metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * Data older than this is refreshed before answering, at most once in 5 minutes per place. In milliseconds.
 */
maxAgeMs?: number
/**
 * Why the weather is requested, recorded as sent. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.
 */
trigger?: string
/**
 * Hours of `hourly` from the running one on, as far as the sources reach; 48 if omitted. Beyond the first source's own they are the next source's, which `sources` names, and may cost a provider call
 */
hours?: number
/**
 * Hours of `hourly` before the running one, as far as they are known: those of today that have passed. None if omitted
 */
pastHours?: number
/**
 * Days of `daily` from today on, as far as the sources reach; if omitted, those of the first source, at most ten. Beyond its own they are the next source's, as with `hours`
 */
days?: number
}

export interface Blend {
/**
 * Units of the measurements in this response
 */
units: Units
blend: BlendExplanation
/**
 * Of all providers that `blend` names
 */
names: BlendName[]
}

export interface BlendExplanation {
/**
 * Whether the temperatures of this place are blended; the chance of rain: `chance`
 */
isOn: boolean
/**
 * What operators want here; `auto`: on while it is proved to be better
 */
mode: ("on" | "off" | "auto")
/**
 * Why it is on or off; `other_source`: a source is shown that it has not been compared with
 */
reason: ("switched_on" | "switched_off" | "proved" | "not_proved" | "other_source" | "too_few_days" | "nothing_learned" | "outdated" | "no_whole_series")
/**
 * Since when it has been proved, or has not been any more; null: it never was
 */
since: (string | null)
/**
 * Days with measurements that were learned from
 */
days: number
/**
 * The last of them, by UTC
 */
lastDay: (string | null)
/**
 * Days that are missing until it can be proved
 */
missingDays: number
/**
 * The station that measured last; null: nothing was learned
 */
truth: (BlendExplanationTruth | null)
/**
 * Id of the first source, which `skill` compares it with
 */
comparedWith: (string | null)
/**
 * How it compares with the first source; null: nothing was learned
 */
skill: (BlendExplanationSkill | null)
/**
 * The chance of rain of hours, which has a proof of its own. That of a day moves with its hours and is not learned apart
 */
chance: BlendExplanationChance
/**
 * Whose records are at hand: the first is the one that is shown where the blend is off
 */
sources: BlendExplanationSource[]
/**
 * Time zone of the place (IANA); null: no whole series is at hand
 */
timezone: (string | null)
/**
 * Up to 48 hours from the running one on, blended whether or not the blend is on
 */
hours: BlendExplanationHour[]
}

/**
 * The chance of rain of hours, which has a proof of its own. That of a day moves with its hours and is not learned apart
 */
export interface BlendExplanationChance {
/**
 * Whether the chances of rain of this place are blended
 */
isOn: boolean
/**
 * As that of temperatures; `not_stated`: the first source states no chance
 */
reason: ("switched_on" | "switched_off" | "proved" | "not_proved" | "other_source" | "too_few_days" | "nothing_learned" | "outdated" | "no_whole_series" | "not_stated")
/**
 * Since when it has been proved, or has not been any more; null: it never was
 */
since: (string | null)
/**
 * Days that are missing until it can be proved
 */
missingDays: number
/**
 * How it compares with the first source; null: nothing was learned
 */
skill: (BlendExplanationChanceSkill | null)
}

export interface BlendExplanationChanceSkill {
/**
 * Of the last 60
 */
days: number
/**
 * Hours that both gave a chance for
 */
n: number
/**
 * Brier score of the blend less that of the first source, as both were issued. Null while there are too few days
 */
difference: (number | null)
/**
 * Lower end of its 95 % interval; null where the blend is not better
 */
low: (number | null)
/**
 * Upper end: below 0, the blend is proved to be better
 */
high: (number | null)
}

export interface BlendExplanationHour {
/**
 * ISO 8601, UTC
 */
time: string
/**
 * From the issue of the first source
 */
leadHours: number
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * One in ten is below. Null while there are too few cases. Unit: temperature
 */
low: (number | null)
/**
 * One in ten is above. Unit: temperature
 */
high: (number | null)
/**
 * Blended chance of rain, 0–1. Null where the first source states none, or nothing was learned of rain
 */
precipitationProbability: (number | null)
sources: BlendExplanationHourSource[]
}

export interface BlendExplanationHourSource {
/**
 * Provider id
 */
source: string
/**
 * As the source sent it. Unit: temperature
 */
temperature: (number | null)
/**
 * What it is wrong by here. Unit: temperature
 */
subtracted: (number | null)
/**
 * 0–1; they sum to 1
 */
weight: number
/**
 * Cases behind what was subtracted, by weight
 */
n: number
/**
 * Of rain; null: it states none, or nothing is blended
 */
chance: (BlendExplanationHourSourceChance | null)
}

export interface BlendExplanationHourSourceChance {
/**
 * As the source sent it, 0–1
 */
stated: (number | null)
/**
 * How often it has rained here when it said so, 0–1
 */
meant: (number | null)
/**
 * 0–1; they sum to 1
 */
weight: number
}

export interface BlendExplanationSkill {
/**
 * Of the last 60
 */
days: number
/**
 * Hours that both forecast
 */
n: number
/**
 * Mean absolute error of the blend less that of the first source, as both were issued. Null while there are too few days. Unit: temperature
 */
difference: (number | null)
/**
 * Lower end of its 95 % interval; null where the blend is not better
 */
low: (number | null)
/**
 * Upper end: below 0, the blend is proved to be better
 */
high: (number | null)
}

export interface BlendExplanationSource {
/**
 * Provider id
 */
source: string
/**
 * ISO 8601, UTC
 */
fetchedAt: string
}

export interface BlendExplanationTruth {
source: string
/**
 * Its name
 */
station: (string | null)
}

export interface BlendName {
/**
 * Provider id
 */
source: string
name: string
}

export interface CurrentResult {
data: CurrentWeatherData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

/**
 * Current weather. Amounts cover the last 60 minutes. Sunrise and sunset are null during polar day and night.
 */
export interface CurrentWeather {
scope: "current"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * The time that the values are for, whatever their `kind`
 */
observedAt: string
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * Unit: temperature
 */
feelsLike: (number | null)
/**
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent
 */
humidity: (number | null)
/**
 * Sea level pressure
 */
pressure: (number | null)
/**
 * Percent
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * Of the day: `rises` and sets, or is `up` (polar day) or `down` (polar night) all day, when there are no sunrise and sunset. Null: unknown, in data fetched by an earlier release
 */
sun: (("up" | "down" | "rises") | null)
/**
 * Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none
 */
alertIds: (string[] | null)
/**
 * Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; with measured temperature, humidity or wind the felt temperature is computed from what is shown, and stays an analysis
 */
kinds: KindsByGroup
/**
 * The station that measured: the nearest within 25 km and 150 m of height (10 km if a height is unknown) with a report of the last 75 minutes. Null: nothing here is measured
 */
station: (Station | null)
/**
 * Whether `temperature` was adjusted to the height of the place: where the two differ by more than 50 m. Null: no
 */
heightCorrection: (HeightCorrection | null)
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface CurrentWeatherData {
scope: "current"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * The time that the values are for, whatever their `kind`
 */
observedAt: string
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * Unit: temperature
 */
feelsLike: (number | null)
/**
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent
 */
humidity: (number | null)
/**
 * Sea level pressure
 */
pressure: (number | null)
/**
 * Percent
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * Of the day: `rises` and sets, or is `up` (polar day) or `down` (polar night) all day, when there are no sunrise and sunset. Null: unknown, in data fetched by an earlier release
 */
sun: (("up" | "down" | "rises") | null)
/**
 * Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none
 */
alertIds: (string[] | null)
/**
 * Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; with measured temperature, humidity or wind the felt temperature is computed from what is shown, and stays an analysis
 */
kinds: KindsByGroup
/**
 * The station that measured: the nearest within 25 km and 150 m of height (10 km if a height is unknown) with a report of the last 75 minutes. Null: nothing here is measured
 */
station: (Station | null)
/**
 * Whether `temperature` was adjusted to the height of the place: where the two differ by more than 50 m. Null: no
 */
heightCorrection: (HeightCorrection | null)
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
}

/**
 * From today on, in local time; past days are omitted. 8 days or more while the data is fresh, or as many as `days` asks for
 */
export interface DailyForecast {
scope: "daily"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
points: DailyPoint[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface DailyForecastData {
scope: "daily"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
points: DailyPoint[]
}

export interface DailyPoint {
/**
 * Local calendar day
 */
date: string
/**
 * Start of that local day
 */
time: string
/**
 * Unit: temperature
 */
temperatureMin: (number | null)
/**
 * Unit: temperature
 */
temperatureMax: (number | null)
/**
 * Unit: temperature
 */
temperatureMorning: (number | null)
/**
 * Unit: temperature
 */
temperatureDay: (number | null)
/**
 * Unit: temperature
 */
temperatureEvening: (number | null)
/**
 * Unit: temperature
 */
temperatureNight: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMin: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMax: (number | null)
/**
 * Unit: temperature
 */
feelsLikeMorning: (number | null)
/**
 * Unit: temperature
 */
feelsLikeDay: (number | null)
/**
 * Unit: temperature
 */
feelsLikeEvening: (number | null)
/**
 * Unit: temperature
 */
feelsLikeNight: (number | null)
/**
 * Unit: temperature. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
humidity: (number | null)
/**
 * Sea level pressure. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
pressure: (number | null)
/**
 * Percent. Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * Depth of the fresh snow that `snow` makes, in the unit of `snow`: an estimate by the temperature (Hedstrom and Pomeroy 1998), which does not settle, melt or drift
 */
freshSnow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
/**
 * Summary of the day by the provider; English only. Without “today”, which would be wrong of other days; null if it speaks of another day
 */
summary: (string | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * Of the day: `rises` and sets, or is `up` (polar day) or `down` (polar night) all day, when there are no sunrise and sunset. Null: unknown, in data fetched by an earlier release
 */
sun: (("up" | "down" | "rises") | null)
/**
 * Null: the moon does not rise on that day
 */
moonrise: (string | null)
/**
 * Null: the moon does not set on that day
 */
moonset: (string | null)
/**
 * 0 and 1: new moon, 0.25: first quarter, 0.5: full moon, 0.75: last quarter
 */
moonPhase: (number | null)
}

export interface DailyResult {
data: DailyForecastData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

/**
 * Mean error, forecast minus truth
 */
export interface Estimate {
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
}

export interface EuropeanAirQualityIndex {
value: number
category: ("good" | "fair" | "moderate" | "poor" | "very_poor" | "extremely_poor")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
}

export interface FieldSource {
/**
 * Provider id
 */
source: string
/**
 * Of each point; `points`: whole points, those from `from` to `to`
 */
fields: string[]
/**
 * Times of hours that are wholly its own, since `source` lacks what makes them weather. Omitted if there are none
 * 
 * Items: ISO 8601, UTC
 */
points?: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * The start of the first point, or the date of the first day
 */
from?: string
/**
 * The end of the last point, or the date of the last day
 */
to?: string
}

export interface ForecastAccuracy {
/**
 * Lead time in hours from issue to forecast hour, up to and including this value and above the previous group. Groups: 1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168
 */
leadHours: number
/**
 * Hours with both temperatures; each counts once
 */
n: number
/**
 * Mean absolute error; unit: temperature
 */
temperatureMae: (number | null)
/**
 * Mean of forecast minus truth; unit: temperature
 */
temperatureBias: (number | null)
/**
 * Hours with both amounts; each counts once
 */
precipitationN: number
/**
 * Probability of detection: share of wet hours (`leastMm` of the first threshold) that were forecast. Null with too few wet hours
 */
precipitationHitRate: (number | null)
/**
 * Misnamed: it is the false alarm ratio, the share of hours forecast as wet that stayed dry (`far`); the false alarm rate is `pofd`. Null with too few such hours
 */
precipitationFalseAlarmRate: (number | null)
}

/**
 * The places, best first
 */
export type GeocodeResponse = Place[]

/**
 * `trigger`, `lang` (default `en`), `units` (default `metric`), `hours`, `pastHours` and `days` apply to every city without its own. Here, they take precedence over the query
 */
export interface GetWeatherBatchRequest {
cities: BatchPlace[]
/**
 * Why the weather is requested, recorded as sent. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.
 */
trigger?: string
/**
 * BCP 47 tag; `lang` in the response is the language used. Costs no provider call.
 */
lang?: string
/**
 * metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * Hours of `hourly` from the running one on, as far as the sources reach; 48 if omitted. Beyond the first source's own they are the next source's, which `sources` names, and may cost a provider call
 */
hours?: number
/**
 * Hours of `hourly` before the running one, as far as they are known: those of today that have passed. None if omitted
 */
pastHours?: number
/**
 * Days of `daily` from today on, as far as the sources reach; if omitted, those of the first source, at most ten. Beyond its own they are the next source's, as with `hours`
 */
days?: number
}

/**
 * Envelope and data of the scope, or of several
 */
export type GetWeatherResponse = (CurrentWeather | HourlyForecast | DailyForecast | MinutelyForecast | AirQuality | MarineForecast | WeatherScopes)

export interface HeightCorrection {
/**
 * The height that the temperature was for
 */
fromMetres: number
/**
 * The height of the place
 */
toMetres: number
/**
 * °C per kilometre
 */
lapseRatePerKm: number
}

export type History = (WeatherHistory | AirHistory)

/**
 * From the current hour on; past hours are omitted unless `pastHours` asks for them. 48 hours while the data is fresh, or as many as `hours` asks for and the sources have
 */
export interface HourlyForecast {
scope: "hourly"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
points: HourlyPoint[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface HourlyForecastData {
scope: "hourly"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
/**
 * Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day
 */
computed: string[]
points: HourlyPoint[]
}

export interface HourlyPoint {
/**
 * Start of the hour; amounts are for that hour
 */
time: string
/**
 * Of a source whose forecast is coarser some days ahead: how many hours the point covers, as do its amounts and probability; the other values are those at its start. Omitted: one hour
 */
stepHours?: number
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * With `temperatureHigh`: between which the temperature lies in eight of ten such cases. Omitted unless it is blended and enough is known. Unit: temperature
 */
temperatureLow?: number
/**
 * See `temperatureLow`
 */
temperatureHigh?: number
/**
 * Unit: temperature
 */
feelsLike: (number | null)
/**
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent
 */
humidity: (number | null)
/**
 * Sea level pressure
 */
pressure: (number | null)
/**
 * Percent
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * Depth of the fresh snow that `snow` makes, in the unit of `snow`: an estimate by the temperature (Hedstrom and Pomeroy 1998), which does not settle, melt or drift
 */
freshSnow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
}

export interface HourlyResult {
data: HourlyForecastData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

export interface InaccurateReport {
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
/**
 * Scope of the weather that was wrong
 */
scope?: ("current" | "hourly" | "daily" | "minutely")
/**
 * Field that was wrong
 */
field?: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * Observed value, as a number or in words
 */
observedValue?: (number | string)
/**
 * Units of the weather shown and of `observedValue`
 */
units?: ("metric" | "uk" | "imperial" | "si")
comment?: string
/**
 * Client ID, as for subscriptions; stored only as a keyed hash
 */
clientId?: string
}

/**
 * Report stored
 */
export interface InaccurateReportReceipt {
reportId: string
/**
 * ISO 8601, UTC
 */
receivedAt: string
}

export interface Interval {
low: number
high: number
}

/**
 * Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; with measured temperature, humidity or wind the felt temperature is computed from what is shown, and stays an analysis
 */
export interface KindsByGroup {
temperature: (("observation" | "analysis" | "forecast") | null)
feelsLike: (("observation" | "analysis" | "forecast") | null)
humidity: (("observation" | "analysis" | "forecast") | null)
pressure: (("observation" | "analysis" | "forecast") | null)
cloudCover: (("observation" | "analysis" | "forecast") | null)
visibility: (("observation" | "analysis" | "forecast") | null)
uvIndex: (("observation" | "analysis" | "forecast") | null)
wind: (("observation" | "analysis" | "forecast") | null)
gust: (("observation" | "analysis" | "forecast") | null)
precipitation: (("observation" | "analysis" | "forecast") | null)
weather: (("observation" | "analysis" | "forecast") | null)
}

/**
 * Limits and remaining quota
 */
export interface Limits {
/**
 * Budget of the primary weather provider
 */
upstream: LimitsUpstream
/**
 * Routes without a limit are omitted
 */
requests: LimitsRequest[]
/**
 * upstream and upstream-day: weather, of each provider; upstream-geocode: place names; upstream-tiles: map tiles. Beyond its share, an address gets cached data, then the next provider, then 429. Shares without a limit are omitted
 */
shares: LimitsShare[]
batch: LimitsBatch
/**
 * Active subscriptions
 */
subscriptions: LimitsSubscriptions
/**
 * Age limits of the data
 */
scopes: LimitsScopes
}

export interface LimitsBatch {
maxCities: number
maxScopes: number
}

export interface LimitsRequest {
/**
 * As in the RateLimit headers
 */
name: string
route: string
/**
 * Requests per window and client address
 */
limit: number
windowSeconds: number
}

/**
 * Age limits of the data
 */
export interface LimitsScopes {
current: LimitsScopesCurrent
hourly: LimitsScopesCurrent
daily: LimitsScopesCurrent
minutely: LimitsScopesCurrent
alert: LimitsScopesCurrent
}

export interface LimitsScopesCurrent {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}

export interface LimitsShare {
/**
 * As in the RateLimit headers of a response rejected by this limit
 */
name: string
/**
 * Whose calls it counts: the provider and its product
 */
product: string
/**
 * Provider calls per window that one client address may cause
 */
limit: number
windowSeconds: number
}

/**
 * Active subscriptions
 */
export interface LimitsSubscriptions {
maxPerEmail: number
maxPerClient: number
}

/**
 * Budget of the primary weather provider
 */
export interface LimitsUpstream {
/**
 * warning from 80 %; soft_block from 95 %: only requests someone is waiting for; hard_block: no calls
 */
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * With one decimal
 */
percentUsed: number
/**
 * Provider calls
 */
remaining: number
/**
 * ISO 8601, UTC
 */
resetsAt: string
}

/**
 * Waves, swell and water temperature from the current hour on
 */
export interface MarineForecast {
scope: "marine"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
units: MarineUnits
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False on land; `points` is then empty
 */
available: boolean
points: MarinePoint[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface MarineForecastData {
scope: "marine"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
units: MarineUnits
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False on land; `points` is then empty
 */
available: boolean
points: MarinePoint[]
}

export interface MarinePoint {
/**
 * Start of the hour
 */
time: string
/**
 * Significant height of all waves. Unit: waveHeight
 */
waveHeight: (number | null)
/**
 * Seconds
 */
wavePeriod: (number | null)
/**
 * Degrees from which the waves come
 */
waveDirection: (number | null)
/**
 * Unit: waveHeight
 */
swellHeight: (number | null)
/**
 * Seconds
 */
swellPeriod: (number | null)
/**
 * Degrees from which the swell comes
 */
swellDirection: (number | null)
/**
 * At the surface. Unit: temperature
 */
waterTemperature: (number | null)
}

export interface MarineResult {
data: MarineForecastData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

export interface MarineUnits {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Water equivalent of snowfall
 */
snow: string
waveHeight: ("m" | "ft")
}

/**
 * The next minutes, one hour while the data is fresh, where the source has radar. Never interpolated.
 */
export interface MinutelyForecast {
scope: "minutely"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
points: MinutelyPoint[]
/**
 * The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown
 */
summary: (NextHour | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
blend?: BlendExplanation
}

export interface MinutelyForecastData {
scope: "minutely"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * Metres above sea level that the weather is for. Null: unknown
 */
elevation: (number | null)
/**
 * Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea
 */
isElevationEstimated: boolean
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
/**
 * False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour
 */
available: boolean
points: MinutelyPoint[]
/**
 * The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown
 */
summary: (NextHour | null)
}

export interface MinutelyPoint {
/**
 * ISO 8601, UTC
 */
time: string
/**
 * Rate per hour
 */
precipitation: (number | null)
}

export interface MinutelyResult {
data: MinutelyForecastData
/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
meta: WeatherMeta
}

/**
 * Known names
 */
export interface NameAnswer {
/**
 * Places in the grid cell of the point, largest first
 */
places: NamedPlace[]
/**
 * IANA zone of the point; at sea `Etc/GMT…`
 */
timezone: string
/**
 * Gazetteer towns within 25 km, larger and nearer first
 */
near: NamedPlace[]
}

export interface NamedPlace {
/**
 * Independent of the language: suitable for URLs
 */
name: string
/**
 * In the requested language; otherwise the same as `name`
 */
localName: string
/**
 * ISO 3166 alpha-2
 */
country: string
/**
 * State or region, if known
 */
state: (string | null)
lat: number
lon: number
/**
 * Distance from the requested point, to one decimal
 */
distanceKm: number
/**
 * Whether it is a town of the bundled gazetteer
 */
inGazetteer: boolean
}

export interface NextDay {
/**
 * Local calendar day
 */
date: string
/**
 * Unit: temperature
 */
temperatureMin: (number | null)
/**
 * Unit: temperature
 */
temperatureMax: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
}

export interface NextDaysOfSource {
/**
 * Provider id
 */
source: string
simulated: boolean
/**
 * Whose forecasts these are. Two sources with one in common are not independent of each other
 */
agencies: string[]
/**
 * ISO 8601, UTC
 */
issuedAt: string
/**
 * When it stops being fresh
 */
expiresAt: string
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
days: NextDay[]
}

export interface NextHour {
text: string
/**
 * Start of the first precipitation; null if it falls already or none is expected
 */
startsAt: (string | null)
/**
 * End of the last precipitation, breaks included; null if it lasts up to `knownUntil` or none is expected
 */
endsAt: (string | null)
/**
 * The highest of the hour. Rates below 0.1 mm/h count as dry
 */
intensity: ("none" | "light" | "moderate" | "heavy" | "violent")
/**
 * End of the known minutes; nothing is claimed after it
 */
knownUntil: string
}

export interface NormalDay {
/**
 * Month and day
 */
monthDay: string
/**
 * Mean of the lowest temperatures of the days within a week of it; unit: temperature
 */
temperatureMin: number
/**
 * Mean of their highest temperatures; unit: temperature
 */
temperatureMax: number
/**
 * The lowest temperature of one day in ten is below; unit: temperature
 */
temperatureMinTenth: number
/**
 * The highest temperature of one day in ten is above; unit: temperature
 */
temperatureMaxTenth: number
/**
 * Mean amount of a day; unit: precipitation
 */
precipitation: number
}

export interface Normals {
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
/**
 * `pending`: not known yet; asking makes it known some time later. `off`: this service does not fetch normals
 */
state: ("known" | "pending" | "off")
/**
 * Years of the record
 */
period: (string | null)
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * From 1 January to 31 December, 29 February included. Empty unless `known`
 */
days: NormalDay[]
/**
 * Credit to show with the values
 */
attribution: (NormalsAttribution | null)
}

export interface NormalsAttribution {
name: string
text: string
url: string
license: string
}

/**
 * The current weather at one time as delivered by a provider; `kind` says whether it was measured. Amounts cover the 60 minutes before
 */
export interface Observation {
/**
 * The time that the values are for
 */
observedAt: string
/**
 * When it was fetched from the provider
 */
recordedAt: string
/**
 * Provider id
 */
source: string
/**
 * Unit: temperature
 */
temperature: (number | null)
/**
 * Unit: temperature
 */
feelsLike: (number | null)
/**
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative humidity in percent
 */
humidity: (number | null)
/**
 * Sea level pressure
 */
pressure: (number | null)
/**
 * Percent
 */
cloudCover: (number | null)
/**
 * OpenWeather reports at most 10 km
 */
visibility: (number | null)
/**
 * UV index
 */
uvIndex: (number | null)
/**
 * At 10 m
 */
windSpeed: (number | null)
/**
 * Unit: windSpeed
 */
windGust: (number | null)
/**
 * Direction the wind comes from, in degrees
 */
windDirection: (number | null)
/**
 * Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * As water, not its depth; unit: snow
 */
snow: (number | null)
/**
 * One of a fixed list
 */
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * OpenWeather condition id or WMO code
 */
providerCode: (number | null)
/**
 * The condition in words
 */
description: (string | null)
/**
 * Icon name; the image is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.
 */
kind: ("observation" | "analysis" | "forecast")
}

export interface PastDay {
/**
 * Local calendar day
 */
date: string
/**
 * Of `source`
 */
observationCount: number
/**
 * Of the whole day, from readings of `source`. Null unless 90 % of the day's hours are known, also before it has ended; unit: temperature
 */
temperatureMin: (number | null)
/**
 * Like `temperatureMin`; unit: temperature
 */
temperatureMax: (number | null)
/**
 * Hours of the day with a known temperature
 */
temperatureHoursCovered: number
/**
 * For the day so far, computed as for the whole period; unit: precipitation
 */
precipitationTotal: (number | null)
/**
 * Hours with known precipitation, summed in `precipitationTotal`
 */
hoursCovered: number
/**
 * Hours that have ended in the period or day
 */
hours: number
/**
 * From the last forecast before the day began; unit: temperature
 */
forecastMin: (number | null)
/**
 * From the last forecast before the day began; unit: temperature
 */
forecastMax: (number | null)
}

export interface Place {
name: string
/**
 * ISO 3166 alpha-2; `ZZ`: coordinates at which there is no town
 */
country: string
/**
 * State or region, if known
 */
state: (string | null)
lat: number
lon: number
/**
 * Name with what distinguishes it from places of the same name
 */
label: string
/**
 * `exact`: by its name in any language, its code or coordinates; `partial`: by the beginning of its name; `similar`: spelt similarly, or thought by the provider to be meant
 */
match: ("exact" | "partial" | "similar")
}

export interface Pollen {
/**
 * Grains per m³
 */
alder: (number | null)
/**
 * Grains per m³
 */
birch: (number | null)
/**
 * Grains per m³
 */
grass: (number | null)
/**
 * Grains per m³
 */
mugwort: (number | null)
/**
 * Grains per m³
 */
olive: (number | null)
/**
 * Grains per m³
 */
ragweed: (number | null)
}

export interface Problem {
/**
 * Error code
 */
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
/**
 * Error message
 */
message: string
/**
 * Same as X-Request-Id
 */
requestId: string
/**
 * Invalid fields, at most 20
 */
details?: {
path: string
message: string
}[]
/**
 * Same as Retry-After, with every 429 and 503
 */
retryAfterSeconds?: number
}

export interface RadarFrame {
/**
 * For the path of its tiles
 */
id: string
/**
 * When it holds
 */
time: string
/**
 * A forecast is made of what was measured before it
 */
kind: ("measured" | "forecast")
}

export interface RadarFrames {
/**
 * Id of the provider whose radar it is
 */
source: string
/**
 * When the source listed them: up to half an hour ago if it fails
 */
readAt: string
/**
 * Oldest first; the measured ones before the forecasts
 */
frames: RadarFrame[]
/**
 * What the colours mean; null: the source does not say
 */
legend: (RadarFramesLegend | null)
/**
 * Outside of it there is nothing to show; null: everywhere, as far as there are radars
 */
area: (RadarFramesArea | null)
/**
 * Credit to show with the map
 */
attribution: NormalsAttribution
}

export interface RadarFramesArea {
/**
 * Degrees north
 */
south: number
/**
 * Degrees east
 */
west: number
/**
 * Degrees north
 */
north: number
/**
 * Degrees east
 */
east: number
}

export interface RadarFramesLegend {
/**
 * Radar reflectivity, or rate of precipitation
 */
unit: ("dBZ" | "mm/h")
/**
 * Each colour and the amount from which on it is used, in rising order
 */
steps: RadarFramesLegendStep[]
}

export interface RadarFramesLegendStep {
from: number
/**
 * #rrggbb
 */
color: string
}

export interface RecentCheck {
/**
 * Of the place, or of the centre of its cell while it has no name
 */
lat: number
lon: number
/**
 * English name from geocoding; null until the place has been found by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, if known
 */
state: (string | null)
/**
 * Name with what distinguishes it from places of the same name
 */
label: (string | null)
/**
 * Searches of the last 30 days, counted once per client, cell and hour
 */
searchCount: number
lastCheckedAt: string
/**
 * Cached weather; null if there is none or it has expired
 */
current: (RecentCheckCurrent | null)
}

export interface RecentCheckCurrent {
/**
 * °C
 */
temperature: (number | null)
/**
 * km/h
 */
windSpeed: (number | null)
/**
 * Where the wind comes from, degrees clockwise from north
 */
windDirection: (number | null)
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * Icon name
 */
icon: (string | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
}

/**
 * The ranking
 */
export interface RecentChecks {
/**
 * Most searched first
 */
checks: RecentCheck[]
/**
 * `empty`: no searches in the last 30 days
 */
source: ("popular" | "empty")
}

export interface Region {
/**
 * ISO 3166 alpha-2
 */
country: string
/**
 * State or region
 */
region: (string | null)
/**
 * Town
 */
city: (string | null)
/**
 * Approximate degrees north
 */
lat: (number | null)
/**
 * Approximate degrees east
 */
lon: (number | null)
/**
 * IANA time zone
 */
timezone: (string | null)
/**
 * `edge`: headers of the proxy in front of the service; `geoip`: the GeoIP database
 */
source: ("edge" | "geoip")
}

/**
 * The region, as far as known
 */
export interface RegionAnswer {
/**
 * Null if unknown, as for local addresses
 */
region: (Region | null)
/**
 * Based on the country
 */
suggestedUnits: ("metric" | "uk" | "imperial" | "si")
/**
 * Based on `Accept-Language`, then on the country
 */
suggestedLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}

export interface ScopeFailure {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
}

export interface ScopeResults {
current?: (CurrentResult | ScopeFailure)
hourly?: (HourlyResult | ScopeFailure)
daily?: (DailyResult | ScopeFailure)
minutely?: (MinutelyResult | ScopeFailure)
air?: (AirResult | ScopeFailure)
marine?: (MarineResult | ScopeFailure)
}

export interface Station {
/**
 * Provider id
 */
source: string
/**
 * The identifier by its source, such as an ICAO code
 */
id: string
name: string
/**
 * From the place
 */
distanceKm: number
/**
 * Above sea level
 */
heightMetres: (number | null)
/**
 * When it measured
 */
observedAt: string
/**
 * Credit required by the licence of the station's source
 */
attribution: (Attribution | null)
}

/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
export interface Truth {
/**
 * Provider id
 */
source: string
/**
 * Measured at a station, or computed for that moment
 */
kind: ("observation" | "analysis")
/**
 * The station of the last day that was compared; null if the truth is no measurement of a station, or of all places together
 */
station: (TruthStation | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}

export interface TruthStation {
/**
 * The identifier by its source, such as an ICAO code
 */
id: string
name: string
/**
 * From the place
 */
distanceKm: number
/**
 * Above sea level
 */
heightMetres: (number | null)
}

/**
 * Units of the measurements in this response
 */
export interface Units {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Water equivalent of snowfall
 */
snow: string
}

export interface UsAirQualityIndex {
value: number
category: ("good" | "moderate" | "unhealthy_for_sensitive_groups" | "unhealthy" | "very_unhealthy" | "hazardous")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
}

/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/measurements.md
 */
export interface Verification {
/**
 * First day compared; null if there is none yet
 */
from: (string | null)
/**
 * Last day compared
 */
to: (string | null)
/**
 * Places that were compared
 */
places: number
/**
 * Whether some of the weather was simulated, for a demonstration
 */
simulated: boolean
/**
 * Items: In the unit of the variable; concentrations in µg/m³
 */
quantities: VerifiedQuantity[]
/**
 * Items: Precipitation of an hour, by 2 × 2 tables
 */
amounts: VerifiedAmount[]
/**
 * Items: Probability of at least 0.1 mm in an hour
 */
probabilities: VerifiedProbability[]
}

/**
 * Precipitation of an hour, by 2 × 2 tables
 */
export interface VerifiedAmount {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: Truth
/**
 * Upper bound of the lead time band in hours, inclusive: 1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168
 */
leadHours: number
/**
 * Lower bound of the band, exclusive. For highs and lows, leadHours / 24 is the number of calendar days ahead
 */
leadAboveHours: number
/**
 * Cases: each hour or day once, by the first issue of the band
 */
n: number
/**
 * Days with cases
 */
days: number
thresholds: VerifiedAmountThreshold[]
}

export interface VerifiedAmountThreshold {
/**
 * An hour with at least this is an event, mm in any unit system: 0.2, 1, 5
 */
leastMm: number
hits: number
falseAlarms: number
misses: number
correctNegatives: number
/**
 * Null: not enough data (fewer than 30 days, or than 20 observed or forecast events)
 */
scores: (VerifiedAmountThresholdScores | null)
}

export interface VerifiedAmountThresholdScores {
/**
 * Share of the hours with the event. Null: 0/0, not defined
 */
baseRate: (number | null)
/**
 * Probability of detection, a / (a + c). Null: 0/0, not defined
 */
pod: (number | null)
/**
 * False alarm ratio, b / (a + b). Null: 0/0, not defined
 */
far: (number | null)
/**
 * Probability of false detection (false alarm rate), b / (b + d). Null: 0/0, not defined
 */
pofd: (number | null)
/**
 * Critical success index (threat score), a / (a + b + c). Null: 0/0, not defined
 */
csi: (number | null)
/**
 * Equitable threat score: CSI without chance hits. Null: 0/0, not defined
 */
ets: (number | null)
/**
 * Forecast events per observed one, (a + b) / (a + c). Null: 0/0, not defined
 */
frequencyBias: (number | null)
/**
 * Hanssen–Kuipers discriminant, POD − POFD. Null: 0/0, not defined
 */
hk: (number | null)
/**
 * Heidke skill score. Null: 0/0, not defined
 */
hss: (number | null)
/**
 * 95 % intervals
 */
intervals: VerifiedAmountThresholdScoresIntervals
}

/**
 * 95 % intervals
 */
export interface VerifiedAmountThresholdScoresIntervals {
/**
 * pod
 */
pod: (Interval | null)
/**
 * far
 */
far: (Interval | null)
/**
 * csi
 */
csi: (Interval | null)
/**
 * ets
 */
ets: (Interval | null)
/**
 * frequencyBias
 */
frequencyBias: (Interval | null)
}

/**
 * Probability of at least 0.1 mm in an hour
 */
export interface VerifiedProbability {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: Truth
/**
 * Upper bound of the lead time band in hours, inclusive: 1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168
 */
leadHours: number
/**
 * Lower bound of the band, exclusive. For highs and lows, leadHours / 24 is the number of calendar days ahead
 */
leadAboveHours: number
/**
 * Cases: each hour or day once, by the first issue of the band
 */
n: number
/**
 * Days with cases
 */
days: number
/**
 * Null: not enough data (fewer than 30 days, or than 20 wet hours)
 */
scores: (VerifiedProbabilityScores | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: VerifiedQuantityComparison[]
}

export interface VerifiedProbabilityScores {
baseRate: number
/**
 * Brier score, 0–1, best 0
 */
brier: Estimate
/**
 * Of the Brier score: reliability − resolution + uncertainty; best 0
 */
reliability: number
resolution: number
/**
 * Brier score of always forecasting the base rate
 */
uncertainty: number
/**
 * Null if the archive has it for less than half of the cases
 */
persistence: (VerifiedProbabilityScoresPersistence | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: (VerifiedProbabilityScoresPersistence | null)
/**
 * The reliability diagram, by tenths
 */
bins: VerifiedProbabilityScoresBin[]
}

export interface VerifiedProbabilityScoresBin {
n: number
/**
 * Mean probability
 */
forecast: number
/**
 * Share of the hours that were wet; null below 20 forecasts
 */
observed: (number | null)
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
}

export interface VerifiedProbabilityScoresPersistence {
/**
 * Cases that the forecast and the baseline have in common
 */
n: number
/**
 * Brier score of the baseline on these cases
 */
score: number
/**
 * Null against a perfect baseline
 */
skill: (Estimate | null)
}

/**
 * In the unit of the variable; concentrations in µg/m³
 */
export interface VerifiedQuantity {
/**
 * Wind directions are compared on the circle, in degrees, and skipped where either wind is calm. The air is compared with its own source’s analysis only, never with measurements
 */
variable: ("temperature" | "windSpeed" | "windGust" | "windDirection" | "temperatureMax" | "temperatureMin" | "pm25" | "pm10" | "no2" | "o3")
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: Truth
/**
 * Upper bound of the lead time band in hours, inclusive: 1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168
 */
leadHours: number
/**
 * Lower bound of the band, exclusive. For highs and lows, leadHours / 24 is the number of calendar days ahead
 */
leadAboveHours: number
/**
 * Cases: each hour or day once, by the first issue of the band
 */
n: number
/**
 * Days with cases
 */
days: number
/**
 * Null: not enough data (fewer than 30 days)
 */
scores: (VerifiedQuantityScores | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: VerifiedQuantityComparison[]
}

export interface VerifiedQuantityComparison {
/**
 * The other source
 */
versus: string
/**
 * Cases that both have
 */
n: number
days: number
/**
 * Null below 30 days
 */
difference: (Estimate | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}

export interface VerifiedQuantityScores {
/**
 * Mean error, forecast minus truth
 */
bias: Estimate
/**
 * Mean absolute error
 */
mae: Estimate
/**
 * Root mean square error
 */
rmse: Estimate
/**
 * Null if the archive has it for less than half of the cases
 */
persistence: (VerifiedQuantityScoresPersistence | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: (VerifiedQuantityScoresPersistence | null)
}

export interface VerifiedQuantityScoresPersistence {
/**
 * Cases that the forecast and the baseline have in common
 */
n: number
/**
 * MAE of the baseline on these cases
 */
score: number
/**
 * Null against a perfect baseline
 */
skill: (Estimate | null)
}

/**
 * Official warnings as GeoJSON (RFC 7946)
 */
export interface WarningCollection {
type: "FeatureCollection"
/**
 * Whether there are no official warnings in the requested area but those of all pages: feeds that were read completely and recently cover all of it. False: there may be others, and an empty list is no all-clear. True for an area only on land, away from borders, and up to some four degrees wide
 */
complete: boolean
/**
 * The feeds that were searched
 */
coverage: WarningCollectionCoverage[]
/**
 * For the next page, also in the header `Link`; null: this is the last one
 */
nextCursor: (string | null)
features: WarningFeature[]
}

export interface WarningCollectionCoverage {
/**
 * The feed
 */
source: string
/**
 * Its publisher
 */
name: string
/**
 * The country whose warnings it lists (ISO 3166); null if it is not one country’s, or unknown
 */
country: (string | null)
/**
 * When it was last read completely; null: never
 */
readAt: (string | null)
/**
 * Whether that was recent enough to count
 */
current: boolean
/**
 * Areas of its warnings whose outlines are unknown: `country` finds those warnings, `bbox` does not
 */
unlocated: number
}

export interface WarningFeature {
type: "Feature"
id: string
/**
 * All areas, thinned to at most some 2,000 points, rounded to 0.001°, and cut at the date line. Circles are polygons of 24 corners. Null if the outlines are unknown
 */
geometry: ((WarningFeatureGeometry | {
type: "MultiPolygon"
coordinates: number[][][][]
}) | null)
properties: WarningFeatureProperties
}

export interface WarningFeatureGeometry {
type: "Polygon"
coordinates: number[][][]
}

export interface WarningFeatureProperties {
/**
 * Of the warning as a whole. Stable while it is renewed, extended or reworded
 */
id: string
/**
 * Event, in the words of the agency
 */
event: string
/**
 * Language of the texts (BCP 47); null if unknown
 */
language: (string | null)
/**
 * Kind of hazard; `other` if it is none of those that can be subscribed to
 */
kind: ("rain" | "thunderstorm" | "snow" | "ice" | "wind" | "heat" | "cold" | "fog" | "uv" | "flood" | "tornado" | "hurricane" | "airQuality" | "pollen" | "marine" | "forestFire" | "avalanche" | "other")
/**
 * Start of the event
 */
start: string
/**
 * End of the event; null if not stated
 */
end: (string | null)
/**
 * Expiry of the issuer's latest message, which is not the end of the event
 */
expires: (string | null)
/**
 * When the latest message was issued
 */
sent: string
/**
 * State at the time of the response
 */
state: ("upcoming" | "active")
/**
 * CAP severity; null if unknown, which does not mean harmless
 */
severity: (("extreme" | "severe" | "moderate" | "minor") | null)
/**
 * stated by the issuer, or derived; null if `severity` is null
 */
severitySource: (("stated" | "derived") | null)
/**
 * As in the answer for one alert; null if nothing grades it
 */
color: (("violet" | "red" | "orange" | "yellow" | "blue") | null)
/**
 * As in the answer for one alert
 */
colorSource: (("level" | "severity" | "derived") | null)
/**
 * The agency's own level, such as orange, which is what the public sees; null if it has none
 */
level: (AlertLevel | null)
urgency: ("immediate" | "expected" | "future" | "past" | "unknown")
certainty: ("observed" | "likely" | "possible" | "unlikely" | "unknown")
/**
 * Issuing agency; null if the source does not say
 */
senderName: (string | null)
/**
 * Names of all areas
 */
areas: string[]
/**
 * issuer: the geometry is the message's own. register: some of it is looked up by the codes of areas. Null without geometry
 */
outlines: (("issuer" | "register") | null)
/**
 * Areas that are not in the geometry, in whole or in part
 */
unlocatedAreas: string[]
/**
 * The alert in every language that the agency sent; `event`, `description` and `instruction` are in `language`
 */
texts: AlertText[]
/**
 * The feed
 */
source: string
/**
 * The country whose feed lists it (ISO 3166)
 */
country: (string | null)
/**
 * IANA zone in the middle of its first area, for local times; null if no area has an outline
 */
timezone: (string | null)
/**
 * Path of the warning as a document of the Common Alerting Protocol; null if the licence of its feed does not allow that
 */
cap: (string | null)
/**
 * Credit required by the feed's licence
 */
attribution: (AlertAttribution | null)
}

/**
 * The cities in request order
 */
export interface WeatherBatch {
cities: WeatherBatchCity[]
}

export interface WeatherBatchCity {
id?: string
lat: number
lon: number
scopes: ScopeResults
}

export interface WeatherHistory {
scope: "weather"
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * IANA time zone
 */
timezone: string
/**
 * Units of the measurements in this response
 */
units: Units
/**
 * Language of the texts
 */
lang: string
/**
 * For the whole period, regardless of the limit
 */
summary: WeatherHistorySummary
/**
 * Newest first
 * 
 * Items: The current weather at one time as delivered by a provider; `kind` says whether it was measured. Amounts cover the 60 minutes before
 */
observations: Observation[]
/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
forecasts: WeatherHistoryForecasts
/**
 * The 3 days after today, as each source with a fresh forecast sees them. Only with `nextDays`
 */
nextDays?: NextDaysOfSource[]
/**
 * Whether a list was truncated: the oldest observations or the latest forecasts are missing
 */
truncated: boolean
/**
 * Credits required by the licences of the sources
 */
attributions: WeatherHistoryAttribution[]
}

export interface WeatherHistoryAttribution {
/**
 * Provider id
 */
source: string
name: string
text: string
url: string
license: string
}

/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
export interface WeatherHistoryForecasts {
hourly: ArchivedHour[]
daily: ArchivedDay[]
}

/**
 * For the whole period, regardless of the limit
 */
export interface WeatherHistorySummary {
/**
 * ISO 8601, UTC
 */
from: string
/**
 * ISO 8601, UTC
 */
to: string
/**
 * Entries of `observations` from `source` in the period, of any kind
 */
observationCount: number
/**
 * Kind of the values of the period, and of the values that forecasts are compared with: the weakest kind among the observations. Null without observations
 */
kind: (("observation" | "analysis" | "forecast") | null)
/**
 * Source of all values here and in `days`; sources are not mixed. One with measurements, else the primary provider, else the one with the most observations. Null without observations
 */
source: (string | null)
firstObservedAt: (string | null)
lastObservedAt: (string | null)
temperature: WeatherHistorySummaryTemperature
/**
 * Sum over the full hours of the period that have ended; for each hour, the observation closest to its end counts. Null if fewer than 80 % of the hours are known; unit: precipitation
 */
precipitationTotal: (number | null)
/**
 * Hours with known precipitation, summed in `precipitationTotal`
 */
hoursCovered: number
/**
 * Hours that have ended in the period or day
 */
hours: number
/**
 * Null unless 90 % of `hours` have a wind speed or gust; unit: windSpeed
 */
windGustMax: (number | null)
/**
 * Hours with a known wind speed or gust
 */
windHoursCovered: number
/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/measurements.md
 */
verification: Verification
/**
 * @deprecated
 * Deprecated since 2026-11-23: use `summary.verification`. An extract: the scores over the last year (not over the period) of the forecasts of the primary provider, or of `source`, against `source`. Empty until enough days have been compared
 */
accuracy: ForecastAccuracy[]
/**
 * Local calendar days with observations, in order
 */
days: PastDay[]
}

export interface WeatherHistorySummaryTemperature {
/**
 * Null unless 90 % of `hours` are known; unit: temperature
 */
min: (number | null)
/**
 * Like `min`; unit: temperature
 */
max: (number | null)
/**
 * Mean of observations. Like `min`; unit: temperature
 */
mean: (number | null)
/**
 * Hours with a known temperature
 */
hoursCovered: number
}

/**
 * How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them
 */
export interface WeatherMeta {
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them
 */
source: string
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * Credit required by the provider's licence
 */
attribution: Attribution
/**
 * Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none
 */
sources?: FieldSource[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}

/**
 * Several scopes, read together. One that cannot be had has its error, if others could
 */
export interface WeatherScopes {
/**
 * As requested
 */
lat: number
/**
 * As requested
 */
lon: number
/**
 * As recorded; `unspecified` if not given
 */
trigger: string
/**
 * False only if this request waited for a provider
 */
cacheHit: boolean
/**
 * Provider calls this request made and waited for, including failed ones
 */
tokensUsed: number
/**
 * Of the oldest scope; `meta` has that of each
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * When the first scope stops being fresh
 */
expiresAt: string
scopes: ScopeResults
blend?: BlendExplanation
}

export interface PublicPaths {
"/api/weather": {
get: {
query: {
lat: number
lon: number
scope: (("current" | "hourly" | "daily" | "minutely" | "air" | "marine") | ("current" | "hourly" | "daily" | "minutely" | "air" | "marine")[])
trigger?: string
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
maxAgeMs?: number
hours?: number
pastHours?: number
days?: number
explain?: "blend"
}
path: {

}
body: null
/**
 * Envelope and data of the scope, or of several
 */
answer: GetWeatherResponse
}
}
"/api/weather/blend": {
get: {
query: {
lat: number
lon: number
units?: ("metric" | "uk" | "imperial" | "si")
}
path: {

}
body: null
answer: Blend
}
}
"/api/weather/batch": {
post: {
query: {
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
hours?: number
pastHours?: number
days?: number
}
path: {

}
/**
 * `trigger`, `lang` (default `en`), `units` (default `metric`), `hours`, `pastHours` and `days` apply to every city without its own. Here, they take precedence over the query
 */
body: GetWeatherBatchRequest
/**
 * The cities in request order
 */
answer: WeatherBatch
}
}
"/api/weather/history": {
get: {
query: {
lat: number
lon: number
from?: string
to?: string
limit?: number
issues?: ("latest" | "all")
nextDays?: boolean
scope?: ("weather" | "air")
units?: ("metric" | "uk" | "imperial" | "si")
lang?: string
format?: ("json" | "csv")
what?: ("observations" | "hourly" | "daily")
}
path: {

}
body: null
answer: History
}
}
"/api/weather/accuracy": {
get: {
query: {
lat?: number
lon?: number
units?: ("metric" | "uk" | "imperial" | "si")
}
path: {

}
body: null
answer: Accuracy
}
}
"/api/normals": {
get: {
query: {
lat: number
lon: number
date?: string
units?: ("metric" | "uk" | "imperial" | "si")
}
path: {

}
body: null
answer: Normals
}
}
"/api/geocode": {
get: {
query: {
q: string
country?: string
lat?: number
lon?: number
lang?: string
limit?: number
}
path: {

}
body: null
/**
 * The places, best first
 */
answer: GeocodeResponse
}
}
"/api/location/name": {
get: {
query: {
lat: number
lon: number
lang?: string
}
path: {

}
body: null
/**
 * Known names
 */
answer: NameAnswer
}
}
"/api/recent-checks": {
get: {
query: {
limit?: number
}
path: {

}
body: null
/**
 * The ranking
 */
answer: RecentChecks
}
}
"/api/location/region": {
get: {
query: {

}
path: {

}
body: null
/**
 * The region, as far as known
 */
answer: RegionAnswer
}
}
"/api/places/{place}/calendar.ics": {
get: {
query: {
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
name?: string
}
path: {
place: string
}
body: null
answer: null
}
}
"/api/places/{place}/feed.atom": {
get: {
query: {
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
name?: string
}
path: {
place: string
}
body: null
answer: null
}
}
"/api/alerts/{alertId}": {
get: {
query: {

}
path: {
alertId: string
}
body: null
/**
 * The alert
 */
answer: Alert
}
}
"/api/stream": {
get: {
query: {
lat: number
lon: number
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
}
path: {

}
body: null
answer: null
}
}
"/api/alerts": {
get: {
query: {
bbox?: string
country?: string
lang?: string
limit?: number
cursor?: string
}
path: {

}
body: null
/**
 * Official warnings as GeoJSON (RFC 7946)
 */
answer: WarningCollection
}
}
"/api/alerts/{alertId}.cap": {
get: {
query: {

}
path: {
alertId: string
}
body: null
answer: null
}
}
"/api/alerts.atom": {
get: {
query: {
bbox?: string
country?: string
lang?: string
limit?: number
cursor?: string
}
path: {

}
body: null
answer: null
}
}
"/api/weather/map-tile/{layer}/{z}/{x}/{y}": {
get: {
query: {
exact?: boolean
}
path: {
layer: ("clouds" | "clouds_new" | "precipitation" | "precipitation_new" | "pressure" | "pressure_new" | "wind" | "wind_new" | "temp" | "temp_new")
z: number
x: number
y: string
}
body: null
answer: null
}
}
"/api/weather/map-frames": {
get: {
query: {

}
path: {

}
body: null
answer: RadarFrames
}
}
"/api/weather/map-frame/{frame}/{z}/{x}/{y}": {
get: {
query: {
exact?: boolean
}
path: {
frame: string
z: number
x: number
y: string
}
body: null
answer: null
}
}
"/icons/{icon}.svg": {
get: {
query: {

}
path: {
icon: ("clear-day" | "clear-night" | "mostly-clear-day" | "mostly-clear-night" | "partly-cloudy-day" | "partly-cloudy-night" | "mostly-cloudy-day" | "mostly-cloudy-night" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light-rain" | "rain" | "heavy-rain" | "rain-showers-day" | "rain-showers-night" | "freezing-drizzle" | "freezing-rain" | "sleet" | "light-snow" | "snow" | "heavy-snow" | "snow-showers-day" | "snow-showers-night" | "hail" | "thunderstorm" | "thunderstorm-hail" | "dust" | "smoke" | "ash" | "squall" | "tornado")
}
body: null
answer: null
}
}
"/api/weather/inaccurate-report": {
post: {
query: {

}
path: {

}
body: InaccurateReport
/**
 * Report stored
 */
answer: InaccurateReportReceipt
}
}
"/api/platform/limits": {
get: {
query: {

}
path: {

}
body: null
/**
 * Limits and remaining quota
 */
answer: Limits
}
}
}
