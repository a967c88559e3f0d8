/* Made from docs/openapi.json by `npm run generate`. */

export interface Paths {
"/api/weather": {
get: {
query: {
lat: number
lon: number
scope: ("current" | "hourly" | "daily" | "minutely" | "air" | "marine")
trigger?: string
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
maxAgeMs?: number
}
path: {

}
body: null
/**
 * Envelope and data of the scope
 */
answer: ({
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
 * Units of the measurements in this response
 */
units: {
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
 * Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none
 */
alertIds: (string[] | null)
/**
 * Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; the felt temperature is shifted by as much as the temperature, and stays an analysis
 */
kinds: {
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
 * The station that measured: the nearest within 25 km and 150 m of height (10 km if a height is unknown) with a report of the last 75 minutes. Null: nothing here is measured
 */
station: ({
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
attribution: ({
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
} | null)
} | null)
/**
 * Whether `temperature` was adjusted to the height of the place: where the two differ by more than 50 m. Null: no
 */
heightCorrection: ({
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
} | null)
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
} | {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
/**
 * Start of the hour; amounts are for that hour
 */
time: string
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
}[]
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
} | {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
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
}[]
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
} | {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
/**
 * ISO 8601, UTC
 */
time: string
/**
 * Rate per hour
 */
precipitation: (number | null)
}[]
/**
 * The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown
 */
summary: ({
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
} | null)
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
} | {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
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
pollen: ({
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
} | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: ({
value: number
category: ("good" | "fair" | "moderate" | "poor" | "very_poor" | "extremely_poor")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: ({
value: number
category: ("good" | "moderate" | "unhealthy_for_sensitive_groups" | "unhealthy" | "very_unhealthy" | "hazardous")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
}[]
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
} | {
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
units: {
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
points: {
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
}[]
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
})
}
}
"/api/weather/batch": {
post: {
query: {
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
}
path: {

}
/**
 * `trigger`, `lang` (default `en`) and `units` (default `metric`) apply to every city without its own. Here, `lang` and `units` take precedence over the query
 */
body: {
cities: {
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
}[]
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
}
/**
 * The cities in request order
 */
answer: {
cities: {
id?: string
lat: number
lon: number
scopes: {
current?: ({
data: {
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
 * Units of the measurements in this response
 */
units: {
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
 * Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none
 */
alertIds: (string[] | null)
/**
 * Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; the felt temperature is shifted by as much as the temperature, and stays an analysis
 */
kinds: {
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
 * The station that measured: the nearest within 25 km and 150 m of height (10 km if a height is unknown) with a report of the last 75 minutes. Null: nothing here is measured
 */
station: ({
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
attribution: ({
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
} | null)
} | null)
/**
 * Whether `temperature` was adjusted to the height of the place: where the two differ by more than 50 m. Null: no
 */
heightCorrection: ({
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
} | null)
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
hourly?: ({
data: {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
/**
 * Start of the hour; amounts are for that hour
 */
time: string
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
}[]
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
daily?: ({
data: {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
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
}[]
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
minutely?: ({
data: {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
/**
 * ISO 8601, UTC
 */
time: string
/**
 * Rate per hour
 */
precipitation: (number | null)
}[]
/**
 * The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown
 */
summary: ({
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
} | null)
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
air?: ({
data: {
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
 * Units of the measurements in this response
 */
units: {
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
points: {
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
pollen: ({
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
} | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: ({
value: number
category: ("good" | "fair" | "moderate" | "poor" | "very_poor" | "extremely_poor")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: ({
value: number
category: ("good" | "moderate" | "unhealthy_for_sensitive_groups" | "unhealthy" | "very_unhealthy" | "hazardous")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
}[]
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
marine?: ({
data: {
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
units: {
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
points: {
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
}[]
}
meta: {
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
 * Provider id
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
/**
 * Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none
 */
sources?: {
/**
 * Provider id
 */
source: string
/**
 * Of each point
 */
fields: string[]
/**
 * ISO 8601, UTC
 */
fetchedAt: string
/**
 * Credit required by the provider's licence
 */
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}[]
/**
 * As in the X-Cache header of a single response
 */
cacheLayer: ("memory" | "database" | "upstream")
}
} | {
error: ("invalid_request" | "unauthorized" | "forbidden" | "not_found" | "location_not_found" | "conflict" | "limit_reached" | "gone" | "rate_limited" | "upstream_error" | "service_unavailable" | "internal_error")
message: string
retryAfterSeconds?: number
})
}
}[]
}
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
scope?: ("weather" | "air")
units?: ("metric" | "uk" | "imperial" | "si")
lang?: string
format?: ("json" | "csv")
what?: ("observations" | "hourly" | "daily")
}
path: {

}
body: null
answer: ({
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
units: {
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
/**
 * Language of the texts
 */
lang: string
/**
 * For the whole period, regardless of the limit
 */
summary: {
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
temperature: {
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
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/verification.md
 */
verification: {
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
quantities: {
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
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
/**
 * Mean error, forecast minus truth
 */
bias: {
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
/**
 * Mean absolute error
 */
mae: {
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
/**
 * Root mean square error
 */
rmse: {
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
/**
 * Null if the archive has it for less than half of the cases
 */
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
/**
 * Items: Precipitation of an hour, by 2 × 2 tables
 */
amounts: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
thresholds: {
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
scores: ({
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
intervals: {
/**
 * pod
 */
pod: ({
low: number
high: number
} | null)
/**
 * far
 */
far: ({
low: number
high: number
} | null)
/**
 * csi
 */
csi: ({
low: number
high: number
} | null)
/**
 * ets
 */
ets: ({
low: number
high: number
} | null)
/**
 * frequencyBias
 */
frequencyBias: ({
low: number
high: number
} | null)
}
} | null)
}[]
}[]
/**
 * Items: Probability of at least 0.1 mm in an hour
 */
probabilities: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
baseRate: number
/**
 * Brier score, 0–1, best 0
 */
brier: {
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
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * The reliability diagram, by tenths
 */
bins: {
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
}[]
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
}
/**
 * @deprecated
 * Use `verification`, of which this is an extract: the scores over the last year (not over the period) of the forecasts of the primary provider, or of `source`, against `source`. Empty until enough days have been compared
 */
accuracy: {
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
 * @deprecated
 * Misnamed: it is the false alarm ratio, the share of hours forecast as wet that stayed dry (`far`); the false alarm rate is `pofd`. Null with too few such hours
 */
precipitationFalseAlarmRate: (number | null)
}[]
/**
 * Local calendar days with observations, in order
 */
days: {
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
}[]
}
/**
 * Newest first
 * 
 * Items: The current weather at one time as delivered by a provider; `kind` says whether it was measured. Amounts cover the 60 minutes before
 */
observations: {
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
}[]
/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
forecasts: {
hourly: {
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
}[]
daily: {
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
}[]
}
/**
 * Whether a list was truncated: the oldest observations or the latest forecasts are missing
 */
truncated: boolean
/**
 * Credits required by the licences of the sources
 */
attributions: {
/**
 * Provider id
 */
source: string
name: string
text: string
url: string
license: string
}[]
} | {
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
units: {
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
summary: {
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
concentrations: {
pm25: {
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
pm10: {
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
no2: {
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
o3: {
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
so2: {
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
co: {
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
dust: {
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
}
/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/verification.md
 */
verification: {
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
quantities: {
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
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
/**
 * Mean error, forecast minus truth
 */
bias: {
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
/**
 * Mean absolute error
 */
mae: {
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
/**
 * Root mean square error
 */
rmse: {
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
/**
 * Null if the archive has it for less than half of the cases
 */
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
/**
 * Items: Precipitation of an hour, by 2 × 2 tables
 */
amounts: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
thresholds: {
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
scores: ({
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
intervals: {
/**
 * pod
 */
pod: ({
low: number
high: number
} | null)
/**
 * far
 */
far: ({
low: number
high: number
} | null)
/**
 * csi
 */
csi: ({
low: number
high: number
} | null)
/**
 * ets
 */
ets: ({
low: number
high: number
} | null)
/**
 * frequencyBias
 */
frequencyBias: ({
low: number
high: number
} | null)
}
} | null)
}[]
}[]
/**
 * Items: Probability of at least 0.1 mm in an hour
 */
probabilities: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
baseRate: number
/**
 * Brier score, 0–1, best 0
 */
brier: {
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
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * The reliability diagram, by tenths
 */
bins: {
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
}[]
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
}
}
/**
 * Newest first
 * 
 * Items: The air of an hour as a provider gave it while the hour was running. Indices are computed from the archived hours of the same source, null where too few of those before are known
 */
observations: {
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
pollen: ({
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
} | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: ({
value: number
category: ("good" | "fair" | "moderate" | "poor" | "very_poor" | "extremely_poor")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: ({
value: number
category: ("good" | "moderate" | "unhealthy_for_sensitive_groups" | "unhealthy" | "very_unhealthy" | "hazardous")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
/**
 * Computed by a model: no station measures air here
 */
kind: "analysis"
}[]
/**
 * Forecasts by `validAt`; issues for the same moment newest first
 */
forecasts: {
/**
 * Items: Indices are computed from the hours of the issue, and from analyses of the same source before it
 */
hourly: {
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
pollen: ({
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
} | null)
/**
 * European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before
 */
europeanIndex: ({
value: number
category: ("good" | "fair" | "moderate" | "poor" | "very_poor" | "extremely_poor")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
/**
 * US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one
 */
usIndex: ({
value: number
category: ("good" | "moderate" | "unhealthy_for_sensitive_groups" | "unhealthy" | "very_unhealthy" | "hazardous")
/**
 * The one that decides
 */
pollutant: ("pm25" | "pm10" | "no2" | "o3" | "so2" | "co" | "dust")
} | null)
}[]
}
/**
 * Whether a list was truncated: the oldest observations or the latest forecasts are missing
 */
truncated: boolean
/**
 * Credits required by the licences of the sources
 */
attributions: {
/**
 * Provider id
 */
source: string
name: string
text: string
url: string
license: string
}[]
})
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
answer: {
/**
 * Units of the measurements in this response
 */
units: {
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
/**
 * How good the forecasts of the last 365 days were, whatever the requested period. Each day is compared once, after it has ended everywhere. Persistence is the truth at the same hour of the last day known when the forecast was issued, climatology its mean over the 30 days before. Intervals: block bootstrap over days. Method: docs/verification.md
 */
verification: {
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
quantities: {
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
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
/**
 * Mean error, forecast minus truth
 */
bias: {
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
/**
 * Mean absolute error
 */
mae: {
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
/**
 * Root mean square error
 */
rmse: {
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
/**
 * Null if the archive has it for less than half of the cases
 */
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
/**
 * Items: Precipitation of an hour, by 2 × 2 tables
 */
amounts: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
thresholds: {
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
scores: ({
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
intervals: {
/**
 * pod
 */
pod: ({
low: number
high: number
} | null)
/**
 * far
 */
far: ({
low: number
high: number
} | null)
/**
 * csi
 */
csi: ({
low: number
high: number
} | null)
/**
 * ets
 */
ets: ({
low: number
high: number
} | null)
/**
 * frequencyBias
 */
frequencyBias: ({
low: number
high: number
} | null)
}
} | null)
}[]
}[]
/**
 * Items: Probability of at least 0.1 mm in an hour
 */
probabilities: {
/**
 * Provider id of the forecasts; sources are never pooled
 */
source: string
/**
 * What the forecasts are compared with: measurements of a station near by (within 10 minutes), where there are any, else the primary provider's analysis (within 30 minutes). Other sources are also compared with their own analysis
 */
truth: {
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
station: ({
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
} | null)
/**
 * The truth comes from the forecasts' own provider: this flatters it and does not compare providers
 */
isOwn: boolean
}
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
scores: ({
baseRate: number
/**
 * Brier score, 0–1, best 0
 */
brier: {
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
persistence: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * Null if the archive has it for less than half of the cases
 */
climatology: ({
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
skill: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
} | null)
/**
 * The reliability diagram, by tenths
 */
bins: {
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
}[]
} | null)
/**
 * Paired differences: of the MAE, or of the Brier score
 */
comparisons: {
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
difference: ({
value: number
/**
 * Lower end of the 95 % interval; null where it is not defined
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
} | null)
/**
 * Whether the interval of the difference excludes 0; only then may one source be called better
 */
isDecided: boolean
}[]
}[]
}
/**
 * Credits required by the licences of the sources
 */
attributions: {
/**
 * Provider id
 */
source: string
name: string
text: string
url: string
license: string
}[]
}
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
answer: {
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
}[]
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
answer: {
/**
 * Places in the grid cell of the point, largest first
 */
places: {
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
}[]
/**
 * Gazetteer towns within 25 km, larger and nearer first
 */
near: {
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
}[]
}
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
answer: {
/**
 * Most searched first
 */
checks: {
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
current: ({
/**
 * °C
 */
temperature: (number | null)
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * Icon name
 */
icon: (string | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
} | null)
}[]
/**
 * `empty`: no searches in the last 30 days
 */
source: ("popular" | "empty")
}
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
answer: {
/**
 * Null if unknown, as for local addresses
 */
region: ({
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
} | null)
/**
 * Based on the country
 */
suggestedUnits: ("metric" | "uk" | "imperial" | "si")
/**
 * Based on `Accept-Language`, then on the country
 */
suggestedLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
}
}
"/v1/forecast": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
location_id?: string
current?: string
current_weather?: ("true" | "false")
minutely_15?: string
hourly?: string
daily?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
apikey?: string
temperature_unit?: ("celsius" | "fahrenheit")
wind_speed_unit?: ("kmh" | "ms" | "mph" | "kn")
precipitation_unit?: ("mm" | "inch")
forecast_days?: string
past_days?: string
forecast_hours?: string
past_hours?: string
start_date?: string
end_date?: string
start_hour?: string
end_hour?: string
models?: string
}
path: {

}
body: null
answer: ({
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
} | {
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
}[])
}
}
"/v1/air-quality": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
location_id?: string
current?: string
hourly?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
apikey?: string
forecast_days?: string
past_days?: string
forecast_hours?: string
past_hours?: string
start_date?: string
end_date?: string
start_hour?: string
end_hour?: string
models?: string
}
path: {

}
body: null
answer: ({
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
} | {
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
}[])
}
}
"/v1/archive": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
location_id?: string
hourly?: string
daily?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
apikey?: string
temperature_unit?: ("celsius" | "fahrenheit")
wind_speed_unit?: ("kmh" | "ms" | "mph" | "kn")
precipitation_unit?: ("mm" | "inch")
start_date?: string
end_date?: string
}
path: {

}
body: null
answer: ({
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
} | {
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres, if known
 */
elevation?: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
}[])
}
}
"/v1/search": {
get: {
query: {
name: string
count?: string
language?: string
countryCode?: string
format?: "json"
}
path: {

}
body: null
/**
 * The places, best first
 */
answer: {
results?: {
/**
 * GeoNames' id, if it is one of the bundled towns
 */
id: number
name: string
latitude: number
longitude: number
/**
 * ISO 3166 alpha-2
 */
country_code: string
timezone: string
population?: number
country?: string
/**
 * State or region
 */
admin1?: string
}[]
/**
 * Always 0
 */
generationtime_ms: number
}
}
}
"/v1/get": {
get: {
query: {
id: string
language?: string
format?: "json"
}
path: {

}
body: null
/**
 * The place
 */
answer: {
/**
 * GeoNames' id, if it is one of the bundled towns
 */
id: number
name: string
latitude: number
longitude: number
/**
 * ISO 3166 alpha-2
 */
country_code: string
timezone: string
population?: number
country?: string
/**
 * State or region
 */
admin1?: string
}
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
answer: {
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
level: ({
name: string
/**
 * As #rrggbb; null if unknown
 */
color: (string | null)
} | null)
/**
 * The alert in every language that the agency sent; `event`, `description` and `instruction` are in `language`
 */
texts: {
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
}[]
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
attribution: {
/**
 * Name of the source
 */
name: string
text: string
url: string
license: string
}
}
}
}
"/api/weather/map-tile/{layer}/{z}/{x}/{y}": {
get: {
query: {

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
"/data/3.0/onecall": {
get: {
query: {
lat: number
lon: number
exclude?: string
units?: string
lang?: string
}
path: {

}
body: null
/**
 * One Call: now, by minutes, hours and days, and alerts
 */
answer: {
lat: number
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * Seconds, now
 */
timezone_offset: number
current?: {
/**
 * When the data is for; Unix seconds
 */
dt: number
/**
 * Absent in polar day and night; Unix seconds
 */
sunrise?: number
/**
 * As sunrise; Unix seconds
 */
sunset?: number
/**
 * In the units of the request
 */
temp: (number | null)
/**
 * In the units of the request
 */
feels_like: (number | null)
/**
 * hPa at sea level
 */
pressure: (number | null)
/**
 * Percent
 */
humidity: (number | null)
/**
 * In the units of the request
 */
dew_point: (number | null)
uvi: (number | null)
/**
 * Percent
 */
clouds: (number | null)
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed: (number | null)
wind_deg: (number | null)
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry; none if the condition is unknown
 */
weather: {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}[]
rain?: {
/**
 * mm
 */
"1h": number
}
snow?: {
/**
 * mm
 */
"1h": number
}
}
minutely?: {
/**
 * Start; Unix seconds
 */
dt: number
/**
 * mm/h
 */
precipitation: number
}[]
hourly?: {
/**
 * Start of the hour; Unix seconds
 */
dt: number
/**
 * In the units of the request
 */
temp: (number | null)
/**
 * In the units of the request
 */
feels_like: (number | null)
/**
 * hPa at sea level
 */
pressure: (number | null)
/**
 * Percent
 */
humidity: (number | null)
/**
 * In the units of the request
 */
dew_point: (number | null)
uvi: (number | null)
/**
 * Percent
 */
clouds: (number | null)
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed: (number | null)
wind_deg: (number | null)
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry; none if the condition is unknown
 */
weather: {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}[]
/**
 * Probability of precipitation, 0 to 1
 */
pop: (number | null)
rain?: {
/**
 * mm
 */
"1h": number
}
snow?: {
/**
 * mm
 */
"1h": number
}
}[]
daily?: {
/**
 * Local noon; Unix seconds
 */
dt: number
/**
 * Absent in polar day and night; Unix seconds
 */
sunrise?: number
/**
 * As sunrise; Unix seconds
 */
sunset?: number
/**
 * 0: the moon does not rise that day; Unix seconds
 */
moonrise?: number
/**
 * 0: the moon does not set that day; Unix seconds
 */
moonset?: number
/**
 * 0 and 1: new moon
 */
moon_phase?: number
summary?: string
/**
 * In the units of the request
 */
temp: {
min: (number | null)
max: (number | null)
day: (number | null)
night: (number | null)
eve: (number | null)
morn: (number | null)
}
/**
 * In the units of the request
 */
feels_like: {
day: (number | null)
night: (number | null)
eve: (number | null)
morn: (number | null)
}
/**
 * hPa at sea level
 */
pressure: (number | null)
/**
 * Percent
 */
humidity: (number | null)
/**
 * In the units of the request
 */
dew_point: (number | null)
uvi: (number | null)
/**
 * Percent
 */
clouds: (number | null)
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed: (number | null)
wind_deg: (number | null)
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry; none if the condition is unknown
 */
weather: {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}[]
/**
 * Probability of precipitation, 0 to 1
 */
pop: (number | null)
/**
 * mm
 */
rain?: number
/**
 * mm of water
 */
snow?: number
}[]
/**
 * Absent without alerts, and where they are unknown
 */
alerts?: {
sender_name: string
event: string
/**
 * Start; Unix seconds
 */
start: number
/**
 * Absent if the issuer states none; Unix seconds
 */
end?: number
description: string
tags: string[]
}[]
}
}
}
"/data/2.5/weather": {
get: {
query: {
lat?: number
lon?: number
q?: string
id?: string
zip?: string
units?: string
lang?: string
mode?: string
}
path: {

}
body: null
/**
 * Current weather
 */
answer: {
coord: {
lon: number
lat: number
}
/**
 * One entry; none if the condition is unknown
 */
weather: {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}[]
/**
 * As OpenWeather always sends
 */
base: "stations"
main: {
/**
 * In the units of the request
 */
temp: (number | null)
/**
 * In the units of the request
 */
feels_like: (number | null)
/**
 * The same as temp
 */
temp_min: (number | null)
/**
 * The same as temp
 */
temp_max: (number | null)
/**
 * hPa at sea level
 */
pressure: (number | null)
/**
 * The same
 */
sea_level: (number | null)
/**
 * Percent
 */
humidity: (number | null)
}
/**
 * Metres, at most 10,000
 */
visibility?: number
wind: {
/**
 * In the units of the request
 */
speed: (number | null)
deg: (number | null)
/**
 * In the units of the request
 */
gust?: number
}
rain?: {
/**
 * mm
 */
"1h": number
}
snow?: {
/**
 * mm
 */
"1h": number
}
clouds: {
/**
 * Percent
 */
all: (number | null)
}
/**
 * When the data is for; Unix seconds
 */
dt: number
sys: {
country?: string
/**
 * 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
}
/**
 * Offset in seconds
 */
timezone: number
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
cod: 200
}
}
}
"/data/2.5/forecast": {
get: {
query: {
lat?: number
lon?: number
q?: string
id?: string
zip?: string
units?: string
lang?: string
mode?: string
cnt?: string
}
path: {

}
body: null
/**
 * Forecast in steps of three hours
 */
answer: {
cod: "200"
message: 0
/**
 * Length of the list
 */
cnt: number
list: {
/**
 * The time forecast; Unix seconds
 */
dt: number
main: {
/**
 * In the units of the request
 */
temp: (number | null)
/**
 * In the units of the request
 */
feels_like: (number | null)
/**
 * The same as temp
 */
temp_min: (number | null)
/**
 * The same as temp
 */
temp_max: (number | null)
/**
 * hPa at sea level
 */
pressure: (number | null)
/**
 * The same
 */
sea_level: (number | null)
/**
 * Percent
 */
humidity: (number | null)
}
/**
 * One entry; none if the condition is unknown
 */
weather: {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}[]
clouds: {
/**
 * Percent
 */
all: (number | null)
}
wind: {
/**
 * In the units of the request
 */
speed: (number | null)
deg: (number | null)
/**
 * In the units of the request
 */
gust?: number
}
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * Probability of precipitation, 0 to 1
 */
pop: (number | null)
rain?: {
/**
 * mm
 */
"3h": number
}
snow?: {
/**
 * mm
 */
"3h": number
}
sys: {
pod: ("d" | "n")
}
/**
 * UTC
 */
dt_txt: string
}[]
city: {
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
coord: {
lon: number
lat: number
}
country: string
population: number
/**
 * Offset in seconds
 */
timezone: number
/**
 * Today; 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
}
}
}
}
"/data/2.5/air_pollution": {
get: {
query: {
lat: number
lon: number
}
path: {

}
body: null
/**
 * Air pollution
 */
answer: {
coord: {
lon: number
lat: number
}
/**
 * Empty without data
 */
list: {
main: {
/**
 * OpenWeather’s own scale: 1 good to 5 very poor
 */
aqi: number
}
/**
 * µg/m³
 */
components: {
co: (number | null)
/**
 * Always null: no source has it
 */
no: (number | null)
no2: (number | null)
o3: (number | null)
so2: (number | null)
pm2_5: (number | null)
pm10: (number | null)
/**
 * Always null: no source has it
 */
nh3: (number | null)
}
/**
 * Start of the hour; Unix seconds
 */
dt: number
}[]
}
}
}
"/data/2.5/air_pollution/forecast": {
get: {
query: {
lat: number
lon: number
}
path: {

}
body: null
/**
 * Air pollution by hours
 */
answer: {
coord: {
lon: number
lat: number
}
/**
 * Empty without data
 */
list: {
main: {
/**
 * OpenWeather’s own scale: 1 good to 5 very poor
 */
aqi: number
}
/**
 * µg/m³
 */
components: {
co: (number | null)
/**
 * Always null: no source has it
 */
no: (number | null)
no2: (number | null)
o3: (number | null)
so2: (number | null)
pm2_5: (number | null)
pm10: (number | null)
/**
 * Always null: no source has it
 */
nh3: (number | null)
}
/**
 * Start of the hour; Unix seconds
 */
dt: number
}[]
}
}
}
"/data/2.5/air_pollution/history": {
get: {
query: {
lat: number
lon: number
start: number
end: number
}
path: {

}
body: null
/**
 * Oldest first
 */
answer: {
coord: {
lon: number
lat: number
}
/**
 * Empty without data
 */
list: {
main: {
/**
 * OpenWeather’s own scale: 1 good to 5 very poor
 */
aqi: number
}
/**
 * µg/m³
 */
components: {
co: (number | null)
/**
 * Always null: no source has it
 */
no: (number | null)
no2: (number | null)
o3: (number | null)
so2: (number | null)
pm2_5: (number | null)
pm10: (number | null)
/**
 * Always null: no source has it
 */
nh3: (number | null)
}
/**
 * Start of the hour; Unix seconds
 */
dt: number
}[]
}
}
}
"/geo/1.0/direct": {
get: {
query: {
q?: string
limit?: string
}
path: {

}
body: null
/**
 * Best first
 */
answer: {
name: string
lat: number
lon: number
/**
 * ISO 3166 alpha-2
 */
country: string
state?: string
}[]
}
}
"/geo/1.0/reverse": {
get: {
query: {
lat: number
lon: number
limit?: string
}
path: {

}
body: null
/**
 * Best first
 */
answer: {
name: string
lat: number
lon: number
/**
 * ISO 3166 alpha-2
 */
country: string
state?: string
}[]
}
}
"/map/{layer}/{z}/{x}/{y}": {
get: {
query: {

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
"/api/subscriptions": {
get: {
query: {
clientId: string
}
path: {

}
body: null
/**
 * Active subscriptions, newest first
 */
answer: {
/**
 * Active subscriptions, newest first
 */
subscriptions: {
id: string
clientId: string
/**
 * Masked except in the response to POST
 */
email: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
/**
 * With double opt-in: nothing is sent until confirmed
 */
confirmed?: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the response to POST
 */
unsubscribe_token?: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}[]
}
}
post: {
query: {

}
path: {

}
body: {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * Case-insensitive; international domains are stored in ASCII
 */
email: string
/**
 * City types require cityLat and cityLon
 */
type: ("newsletter" | "city_weekly" | "city_alerts")
/**
 * Name of the place in emails
 */
cityName?: string
/**
 * Degrees north
 */
cityLat?: number
/**
 * Degrees east
 */
cityLon?: number
/**
 * city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly
 */
frequency?: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
/**
 * Turns the hazard rain on
 */
alertOnRain?: boolean
/**
 * Turns the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its threshold: `rain {minMmPerHour}`, `thunderstorm`, `snow {minMm}`, `ice`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Unknown keys are kept and listed in `ignoredPreferences`. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; default en
 */
lang?: string
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; default: that of the place
 */
timezone?: string
}
/**
 * Existing subscription updated and active
 */
answer: {
subscription: {
id: string
clientId: string
/**
 * Masked except in the response to POST
 */
email: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
/**
 * With double opt-in: nothing is sent until confirmed
 */
confirmed?: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the response to POST
 */
unsubscribe_token?: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}
/**
 * Unknown keys of alertPrefs
 */
ignoredPreferences: string[]
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * ID of a city_alerts subscription
 */
id: string
/**
 * Merged into the stored preferences; null removes a preference
 */
alertPrefs: {
[k: string]: unknown | undefined
}
}
/**
 * The updated subscription
 */
answer: {
subscription: {
id: string
clientId: string
/**
 * Masked except in the response to POST
 */
email: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
/**
 * With double opt-in: nothing is sent until confirmed
 */
confirmed?: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the response to POST
 */
unsubscribe_token?: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}
/**
 * Unknown keys of alertPrefs
 */
ignoredPreferences: string[]
}
}
delete: {
query: {

}
path: {

}
body: {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * Degrees north
 */
cityLat?: number
/**
 * Degrees east
 */
cityLon?: number
/**
 * City types require cityLat and cityLon
 */
types: ("newsletter" | "city_weekly" | "city_alerts")[]
}
/**
 * Number and list of the ended subscriptions
 */
answer: {
removed: number
ids: string[]
}
}
}
"/api/weather/inaccurate-report": {
post: {
query: {

}
path: {

}
body: {
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
answer: {
reportId: string
/**
 * ISO 8601, UTC
 */
receivedAt: string
}
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
answer: {
/**
 * Budget of the primary weather provider
 */
upstream: {
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
 * Routes without a limit are omitted
 */
requests: {
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
}[]
/**
 * upstream and upstream-day: weather, of each provider; upstream-geocode: place names; upstream-tiles: map tiles. Beyond its share, an address gets cached data, then the next provider, then 429. Shares without a limit are omitted
 */
shares: {
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
}[]
batch: {
maxCities: number
maxScopes: number
}
/**
 * Active subscriptions
 */
subscriptions: {
maxPerEmail: number
maxPerClient: number
}
/**
 * Age limits of the data
 */
scopes: {
current: {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}
hourly: {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}
daily: {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}
minutely: {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}
alert: {
/**
 * Data younger than this is fresh
 */
freshSeconds: number
/**
 * Until this age data is served and refreshed in the background
 */
staleSeconds: number
}
}
}
}
}
"/api/ads/config": {
get: {
query: {

}
path: {

}
body: null
answer: {
/**
 * Whether pages load the ad script
 */
scriptEnabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Whether the visitor must consent before the script is loaded
 */
consentRequired: boolean
}
}
}
"/api/ads": {
get: {
query: {
placement: ("dashboard" | "hero" | "recent-checks" | "city-detail")
}
path: {

}
body: null
answer: {
placement: ("dashboard" | "hero" | "recent-checks" | "city-detail")
/**
 * Whether a publisher and a slot are configured
 */
enabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Omitted if the placement has no slot
 */
slotId?: string
/**
 * Format of the ad unit
 */
format: ("horizontal" | "rectangle")
/**
 * Whether the visitor must consent before the script is loaded
 */
consentRequired: boolean
}
}
}
"/api/ads/placeholder-bg": {
get: {
query: {
city?: string
country?: string
lat?: number
lon?: number
condition?: string
isDay?: boolean
}
path: {

}
body: null
answer: {
/**
 * A path on this site for artwork, an https URL for a photo
 */
imageUrl: string
source: ("photo" | "artwork")
width: number
height: number
/**
 * Credit to show with a photo; null for built-in artwork
 */
attribution: ({
text: string
url: string
license: string
} | null)
}
}
}
"/api/ads/artwork/{scene}-{light}.svg": {
get: {
query: {

}
path: {
scene: ("clear" | "fair" | "overcast" | "fog" | "rain" | "downpour" | "sleet" | "snow" | "thunder" | "dust" | "storm")
light: ("day" | "night")
}
body: null
answer: null
}
}
"/ads.txt": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/pages": {
get: {
query: {
lang?: string
}
path: {

}
body: null
answer: {
pages: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
description: string
/**
 * Path of the page
 */
url: string
publishedAt: (string | null)
}[]
}
}
}
"/api/pages/{slug}": {
get: {
query: {
lang?: string
}
path: {
slug: string
}
body: null
answer: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * Languages the page is available in
 * 
 * Items: Language of the text
 */
languages: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")[]
title: string
/**
 * One sentence for search results
 */
description: string
/**
 * Sanitised: no scripts, styles, forms, frames or external images
 */
html: string
/**
 * Whether search engines may index it
 */
indexable: boolean
/**
 * Path of the page
 */
url: string
publishedAt: (string | null)
}
}
}
"/api/cron/weekly-digests": {
get: {
query: {
dryRun?: ("1" | "0" | "true" | "false")
}
path: {

}
body: null
/**
 * Result of the run
 */
answer: {
job: ("weekly-digests" | "weather-alerts")
/**
 * ID of the run; of the run in progress if the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is retried with the next call; `already_running`: the counts so far
 */
status: ("completed" | "partial" | "already_running")
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while it runs
 */
finishedAt: (string | null)
/**
 * Active, confirmed subscriptions checked
 */
subscriptions: number
/**
 * Distinct addresses
 */
recipients: number
/**
 * Distinct places with anything due
 */
cities: number
/**
 * Emails queued by this run; for a dry run, those a real run would queue
 */
enqueued: number
/**
 * Of these, sent before this response; the rest is still queued. 0 for a dry run
 */
sent: number
/**
 * Addresses with nothing due or on the suppression list
 */
skipped: number
/**
 * Addresses without weather for any place, retried with the next call, and rejected emails
 */
failed: number
dryRun?: true
/**
 * With `dryRun`: the first mails that would go out, addresses masked
 */
preview?: {
[k: string]: unknown | undefined
}[]
}
}
}
"/api/cron/weather-alerts": {
get: {
query: {
dryRun?: ("1" | "0" | "true" | "false")
}
path: {

}
body: null
/**
 * Result of the run
 */
answer: {
job: ("weekly-digests" | "weather-alerts")
/**
 * ID of the run; of the run in progress if the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is retried with the next call; `already_running`: the counts so far
 */
status: ("completed" | "partial" | "already_running")
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while it runs
 */
finishedAt: (string | null)
/**
 * Active, confirmed subscriptions checked
 */
subscriptions: number
/**
 * Distinct places
 */
cells: number
/**
 * Results by provider id: places by outcome (`ok`, `failed` …); for a dry run `due`: a real run would call it
 */
sources: {
[k: string]: {
[k: string]: number | undefined
} | undefined
}
/**
 * Hazards to send to subscribers
 */
matches: number
/**
 * Emails queued by this run; for a dry run, those a real run would queue
 */
enqueued: number
/**
 * Of these, sent before this response; the rest is still queued. 0 for a dry run
 */
sent: number
/**
 * Of `enqueued`, emails to addresses on the suppression list
 */
suppressed: number
/**
 * Places that could not be checked, and rejected emails
 */
failed: number
dryRun?: true
/**
 * With `dryRun`: the first mails that would go out, addresses masked
 */
preview?: {
[k: string]: unknown | undefined
}[]
[k: string]: unknown | undefined
}
}
}
"/api/subscriptions/confirm": {
get: {
query: {
token: string
}
path: {

}
body: null
answer: {
/**
 * Masked
 */
email: string
/**
 * Subscriptions awaiting confirmation
 */
waiting: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * ISO 8601, UTC
 */
expiresAt: string
}
}
post: {
query: {
token: string
}
path: {

}
body: null
answer: {
/**
 * Masked
 */
email: string
/**
 * Subscriptions confirmed now; empty if the link was used before
 */
confirmed: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * Subscriptions over the limit of the address, which stay unconfirmed
 */
left: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
}
}
}
"/api/unsubscribe": {
get: {
query: {
token: string
scope?: ("digest" | "alerts" | "all")
}
path: {

}
body: null
answer: {
/**
 * False after an undo
 */
unsubscribed: boolean
/**
 * Masked
 */
email: string
/**
 * Subscriptions the link ended, now or before; after an undo, those reactivated
 */
subscriptions: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * Null if there is nothing to undo
 */
undoBefore: (string | null)
}
}
post: {
query: {
token: string
scope?: ("digest" | "alerts" | "all")
action?: ("unsubscribe" | "resubscribe")
}
path: {

}
body: null
answer: {
/**
 * False after an undo
 */
unsubscribed: boolean
/**
 * Masked
 */
email: string
/**
 * Subscriptions the link ended, now or before; after an undo, those reactivated
 */
subscriptions: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * Null if there is nothing to undo
 */
undoBefore: (string | null)
}
}
}
"/api/analytics/collect": {
post: {
query: {

}
path: {

}
/**
 * One event, or up to 50
 */
body: ({
/**
 * Event type
 */
type: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
/**
 * Path of the page. Query and fragment are removed; at most 256 characters are kept.
 */
path: string
/**
 * Referrer; only the host of another site is kept
 */
referrer?: string
/**
 * Event name, such as the web vital
 */
name?: string
/**
 * Value: seconds, percent, or in the unit of the web vital
 */
value?: number
/**
 * The ad slot that was viewed
 */
slotId?: string
} | {
events: {
/**
 * Event type
 */
type: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
/**
 * Path of the page. Query and fragment are removed; at most 256 characters are kept.
 */
path: string
/**
 * Referrer; only the host of another site is kept
 */
referrer?: string
/**
 * Event name, such as the web vital
 */
name?: string
/**
 * Value: seconds, percent, or in the unit of the web vital
 */
value?: number
/**
 * The ad slot that was viewed
 */
slotId?: string
}[]
})
/**
 * Accepted; written within a second
 */
answer: {
accepted: number
rejected: number
}
}
}
"/api/auth/login": {
post: {
query: {

}
path: {

}
body: {
email: string
password: string
/**
 * Two-factor code or recovery code, if two-factor authentication is on
 */
totp?: string
}
/**
 * Signed in
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
}
}
}
}
"/api/auth/logout": {
post: {
query: {

}
path: {

}
body: null
/**
 * Signed out
 */
answer: {
authenticated: boolean
user: ({
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
} | null)
}
}
}
"/api/auth/session": {
get: {
query: {

}
path: {

}
body: null
/**
 * The current session
 */
answer: {
authenticated: boolean
user: ({
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
} | null)
}
}
}
"/api/auth/forgot-password": {
post: {
query: {

}
path: {

}
body: {
email: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}
/**
 * Accepted
 */
answer: {
accepted: true
}
}
}
"/api/auth/reset-password/{token}": {
post: {
query: {

}
path: {
token: string
}
body: {
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}
/**
 * Password set
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
}
}
}
}
"/api/auth/invite/{token}": {
get: {
query: {

}
path: {
token: string
}
body: null
/**
 * The invitation is valid
 */
answer: {
invite: {
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * ISO 8601, UTC
 */
expiresAt: string
}
}
}
post: {
query: {

}
path: {
token: string
}
body: {
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
/**
 * Name shown in lists and emails
 */
displayName?: string
}
/**
 * Account activated; the session cookie is set
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
}
}
}
}
"/api/auth/totp": {
post: {
query: {

}
path: {

}
body: null
/**
 * Setup started; the secret is shown once
 */
answer: {
/**
 * Base32 secret for manual entry
 */
secret: string
/**
 * For a QR code
 */
otpauthUrl: string
/**
 * ISO 8601, UTC
 */
expiresAt: string
}
}
delete: {
query: {

}
path: {

}
body: {
/**
 * Six-digit code or recovery code
 */
code?: string
password?: string
}
/**
 * Two-factor authentication is off
 */
answer: {
totp: false
}
}
}
"/api/auth/totp/confirm": {
post: {
query: {

}
path: {

}
body: {
/**
 * Six-digit code or recovery code
 */
code: string
}
/**
 * Two-factor authentication is on; the codes are shown once
 */
answer: {
/**
 * Each works once, if the device is lost
 */
recoveryCodes: string[]
}
}
}
"/api/auth/password": {
post: {
query: {

}
path: {

}
body: {
currentPassword: string
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
newPassword: string
/**
 * Two-factor code or recovery code, if two-factor authentication is on
 */
totp?: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}
/**
 * Changed
 */
answer: {
changed: true
}
}
}
"/api/health": {
get: {
query: {

}
path: {

}
body: null
answer: {
status: "ok"
}
}
}
"/api/ready": {
get: {
query: {

}
path: {

}
body: null
answer: {
ready: boolean
/**
 * Each check and whether it passed
 */
checks: {
[k: string]: boolean | undefined
}
}
}
}
"/api/metrics": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/admin/checks": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("hour" | "-hour")
format?: ("json" | "csv")
lat?: number
lon?: number
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
/**
 * Start of the hour, UTC
 */
hour: string
/**
 * Of the place, or of the centre of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null until the place has been found by name
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
 * At most one per client
 */
searches: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
totals?: {
/**
 * All searches of the last 30 days
 */
searches: number
/**
 * Searched for in the last 30 days
 */
places: number
}
/**
 * By UTC day, the last 30; empty days are omitted
 */
series?: {
day: string
/**
 * Searches
 */
searches: number
/**
 * Distinct places
 */
places: number
}[]
}
}
}
"/api/admin/locations": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("searchCount" | "-searchCount" | "openReports" | "-openReports")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: {
items: {
/**
 * Of the place, or of the centre of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null until the place has been found by name
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
 * Largest known town nearby, if the place has no name
 */
near: (string | null)
/**
 * Searches of the last 30 days
 */
searchCount: number
/**
 * Null: not in the last 30 days
 */
lastCheckedAt: (string | null)
/**
 * Open reports of inaccurate data
 */
openReports: number
/**
 * All reports of inaccurate data
 */
reports: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
totals?: {
/**
 * Searched for in the last 30 days
 */
places: number
/**
 * Searches for these places
 */
searches: number
/**
 * With reports of inaccurate data
 */
reportedPlaces: number
/**
 * Open reports
 */
openReports: number
}
}
}
}
"/api/admin/warning-feeds": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("feed" | "-feed")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: {
items: {
/**
 * The source of its alerts
 */
feed: string
/**
 * The part of the feed, such as a country; empty before the first reading
 */
part: string
name: string
origin: ("built-in" | "added")
/**
 * Null for built-in feeds
 */
url: (string | null)
/**
 * Built-in feeds are switched on and off under Connections
 */
enabled: boolean
/**
 * Time of the last successful reading
 */
readAt: (string | null)
/**
 * Time of the last complete reading
 */
completeAt: (string | null)
/**
 * ISO 8601, UTC
 */
nextAt: string
/**
 * Failed readings in a row
 */
failures: number
/**
 * Why the last reading failed; `interrupted`: the service stopped while it was under way
 */
failure: (string | null)
/**
 * Running warnings
 */
warnings: number
/**
 * Areas of these warnings that could not be located
 */
unlocated: number
/**
 * Entries of the last reading that are not warnings, by reason
 */
leftOut: {
[k: string]: number | undefined
}
/**
 * Null for built-in feeds
 */
version: (number | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
post: {
query: {

}
path: {

}
body: {
/**
 * Name of the issuer
 */
name: string
/**
 * Address of an RSS or Atom index of CAP 1.2 messages, or of a message
 */
url: string
/**
 * Licence, shown as the credit
 */
license?: string
}
/**
 * The feed
 */
answer: {
id: string
}
}
}
"/api/admin/warning-feeds/preview": {
post: {
query: {

}
path: {

}
body: {
/**
 * Address of an RSS or Atom index of CAP 1.2 messages, or of a message
 */
url: string
}
/**
 * What the feed holds
 */
answer: {
/**
 * False: something could not be read
 */
complete: boolean
/**
 * Warnings in the feed
 */
total: number
/**
 * Areas of these warnings
 */
areas: number
/**
 * Areas that could not be located; nobody would be warned there
 */
unlocated: number
/**
 * Entries of the last reading that are not warnings, by reason
 */
leftOut: {
[k: string]: number | undefined
}
/**
 * The first 50
 */
warnings: {
event: string
language: string
severity: (("extreme" | "severe" | "moderate" | "minor") | null)
senderName: (string | null)
/**
 * Up to five names
 */
areas: string[]
/**
 * ISO 8601, UTC
 */
start: string
end: (string | null)
/**
 * True for a message that ends a warning
 */
ended: boolean
}[]
}
}
}
"/api/admin/warning-feeds/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: {
enabled: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
/**
 * The feed
 */
answer: {
id: string
}
}
delete: {
query: {
version?: number
}
path: {
id: string
}
body: null
/**
 * The feed that was removed
 */
answer: {
id: string
}
}
}
"/api/admin/subscriptions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
type?: ("newsletter" | "city_weekly" | "city_alerts")
active?: boolean
confirmed?: boolean
lang?: string
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
/**
 * Masked for viewers
 */
email: string
/**
 * Nothing is sent until confirmed
 */
confirmed: boolean
deactivatedAt: (string | null)
/**
 * client: through the API; mail: through a link in an email; admin: in the back office
 */
deactivatedBy: (("client" | "mail" | "admin") | null)
version: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
patch: {
query: {

}
path: {

}
body: {
id: string
/**
 * The version you read; an outdated one is rejected
 */
version?: number
/**
 * false ends it and withdraws its queued emails
 */
active?: boolean
/**
 * Name of the place in emails
 */
cityName?: string
/**
 * city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly
 */
frequency?: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
/**
 * Turns the hazard rain on
 */
alertOnRain?: boolean
/**
 * Turns the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its threshold: `rain {minMmPerHour}`, `thunderstorm`, `snow {minMm}`, `ice`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Unknown keys are kept and listed in `ignoredPreferences`. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; default en
 */
lang?: string
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; default: that of the place
 */
timezone?: string
}
/**
 * Changed
 */
answer: {
subscription: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
/**
 * Masked for viewers
 */
email: string
/**
 * Nothing is sent until confirmed
 */
confirmed: boolean
deactivatedAt: (string | null)
/**
 * client: through the API; mail: through a link in an email; admin: in the back office
 */
deactivatedBy: (("client" | "mail" | "admin") | null)
version: number
}
}
}
}
"/api/admin/reports": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("receivedAt" | "-receivedAt")
format?: ("json" | "csv")
state?: ("open" | "resolved" | "dismissed")
field?: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
scope?: ("current" | "hourly" | "daily" | "minutely")
lat?: number
lon?: number
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
id: string
/**
 * ISO 8601, UTC
 */
receivedAt: string
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
scope: ("current" | "hourly" | "daily" | "minutely")
/**
 * What was reported as wrong
 */
field: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * Observed value, as sent
 */
observedValue: (number | string | null)
/**
 * Units of that value; null if not given
 */
units: (("metric" | "uk" | "imperial" | "si") | null)
comment: (string | null)
/**
 * Weather shown at the time, in canonical units (°C, m/s, mm, hPa, m)
 */
shown: {
[k: string]: unknown | undefined
}[]
/**
 * open: not handled yet
 */
state: ("open" | "resolved" | "dismissed")
stateChangedAt: (string | null)
version: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * All reports by state, regardless of filters
 */
totals?: {
open: number
resolved: number
dismissed: number
}
/**
 * Reports by UTC day, the last 90 days; empty days are omitted
 */
series?: {
day: string
reports: number
}[]
}
}
patch: {
query: {

}
path: {

}
body: {
id: string
/**
 * open: not handled yet
 */
state: ("open" | "resolved" | "dismissed")
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
/**
 * Changed
 */
answer: {
report: {
id: string
/**
 * ISO 8601, UTC
 */
receivedAt: string
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
scope: ("current" | "hourly" | "daily" | "minutely")
/**
 * What was reported as wrong
 */
field: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * Observed value, as sent
 */
observedValue: (number | string | null)
/**
 * Units of that value; null if not given
 */
units: (("metric" | "uk" | "imperial" | "si") | null)
comment: (string | null)
/**
 * Weather shown at the time, in canonical units (°C, m/s, mm, hPa, m)
 */
shown: {
[k: string]: unknown | undefined
}[]
/**
 * open: not handled yet
 */
state: ("open" | "resolved" | "dismissed")
stateChangedAt: (string | null)
version: number
}
}
}
}
"/api/admin/analytics": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("startsAt" | "-startsAt")
format?: ("json" | "csv")
period?: ("hour" | "day")
type?: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
/**
 * Start of the hour or day, UTC
 */
startsAt: string
/**
 * Event type
 */
type: string
/**
 * Event name, such as the web vital; empty: none
 */
name: string
dimension: ("all" | "path" | "referrer" | "slot" | "device" | "browser")
/**
 * Value of the dimension; `(other)`: all beyond the most frequent
 */
key: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
/**
 * 75th percentile of the values
 */
valueP75: (number | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * By event type, over the period
 */
totals?: {
type: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}[]
/**
 * By hour or day
 */
series?: {
/**
 * ISO 8601, UTC
 */
startsAt: string
type: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}[]
/**
 * The 10 most frequent values of each dimension, for the requested event type, by default page views
 */
top?: {
dimension: string
key: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}[]
/**
 * Web vitals
 */
vitals?: {
name: string
events: number
/**
 * Weighted mean of the 75th percentiles
 */
p75: (number | null)
}[]
}
}
}
"/api/admin/cms-pages": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("slug" | "-slug")
format?: ("json" | "csv")
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
status?: ("shipped" | "published" | "hidden" | "unpublished")
}
path: {

}
body: null
answer: {
items: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
/**
 * What visitors see
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * Version to send with the next change; 0: never edited
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * The version you read
 */
version?: number
/**
 * save (default): create a draft. publish: publish the given text or the draft. unpublish: hide the page. discard: delete the draft. restore: make a revision the draft. reset: return to the default text.
 */
action?: ("save" | "publish" | "unpublish" | "discard" | "restore" | "reset")
/**
 * Revision to restore
 */
revision?: number
/**
 * Format of the body
 */
format?: ("markdown" | "html")
/**
 * Heading of the page
 */
title?: string
/**
 * One sentence for search results
 */
description?: string
/**
 * Whether search engines may index it
 */
indexable?: boolean
/**
 * Markdown or HTML; HTML is sanitised when saved
 */
body?: string
}
answer: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
/**
 * What visitors see
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * Version to send with the next change; 0: never edited
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
draft: ({
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
published: ({
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
shipped: ({
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
/**
 * Newest first
 */
revisions: {
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
}[]
}
}
}
"/api/admin/cms-pages/{slug}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
}
body: null
answer: {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
/**
 * What visitors see
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * Version to send with the next change; 0: never edited
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
draft: ({
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
published: ({
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
shipped: ({
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
} | null)
/**
 * Newest first
 */
revisions: {
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
}[]
}
}
}
"/api/admin/cms-pages/{slug}/revisions/{revision}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
revision: number
}
body: null
answer: {
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
}
}
}
"/api/admin/cms-pages/{slug}/diff": {
get: {
query: {
from: string
to: string
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
}
body: null
answer: {
/**
 * Unified diff
 */
diff: string
}
}
}
"/api/admin/cms-pages/preview": {
post: {
query: {

}
path: {

}
body: {
/**
 * Format of the body
 */
format: ("markdown" | "html")
/**
 * Markdown or HTML; HTML is sanitised when saved
 */
body: string
}
answer: {
/**
 * Sanitised
 */
html: string
}
}
}
"/api/admin/jobs": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("startedAt" | "-startedAt")
format?: ("json" | "csv")
job?: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync")
status?: ("running" | "completed" | "partial" | "failed" | "interrupted")
trigger?: ("scheduler" | "cron" | "admin" | "warnings")
dryRun?: boolean
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
id: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync")
/**
 * What started the run
 */
trigger: ("scheduler" | "cron" | "admin" | "warnings")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it resumes shortly
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts so far, at most a second old
 */
progress: {
[k: string]: number | undefined
}
/**
 * Result
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * Real runs by UTC day, the last 30 days; failed: runs that failed fully or partly, or were interrupted
 */
series?: {
day: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync")
runs: number
failed: number
}[]
}
}
post: {
query: {

}
path: {

}
body: {
job: ("weekly-digests" | "weather-alerts")
/**
 * Dry run: only report what would be sent
 */
dryRun?: boolean
}
/**
 * Running
 */
answer: {
/**
 * already_running: `run` is the run in progress
 */
status: ("started" | "already_running")
run: {
id: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync")
/**
 * What started the run
 */
trigger: ("scheduler" | "cron" | "admin" | "warnings")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it resumes shortly
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts so far, at most a second old
 */
progress: {
[k: string]: number | undefined
}
/**
 * Result
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}
/**
 * Dry runs only: the first emails that would be sent, with masked addresses
 */
preview?: {
[k: string]: unknown | undefined
}[]
}
}
}
"/api/admin/jobs/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The run with its emails by state
 */
answer: {
run: {
id: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync")
/**
 * What started the run
 */
trigger: ("scheduler" | "cron" | "admin" | "warnings")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it resumes shortly
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts so far, at most a second old
 */
progress: {
[k: string]: number | undefined
}
/**
 * Result
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}
/**
 * Emails of the run by state
 */
mails: {
sent: number
failed: number
suppressed: number
dropped: number
waiting: number
}
}
}
}
"/api/admin/me": {
get: {
query: {

}
path: {

}
body: null
/**
 * The account of the session
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
}
/**
 * Null under the development bypass
 */
sessionId: (string | null)
}
}
}
"/api/admin/sessions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: {
items: {
id: string
/**
 * Whether it is the session of this request
 */
current: boolean
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Last use, to the minute
 */
lastSeenAt: string
/**
 * When it ends if it is not used again
 */
expiresAt: string
/**
 * User agent of the browser
 */
userAgent: (string | null)
/**
 * Country where it started, ISO 3166 alpha-2
 */
country: (string | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
delete: {
query: {
id?: string
}
path: {

}
body: null
/**
 * Ended
 */
answer: {
/**
 * Number of ended sessions
 */
ended: number
}
}
}
"/api/admin/users": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("email" | "-email" | "displayName" | "-displayName" | "createdAt" | "-createdAt")
format?: ("json" | "csv")
role?: ("viewer" | "editor" | "owner")
status?: ("active" | "invited" | "disabled")
}
path: {

}
body: null
answer: {
items: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Whether two-factor authentication is on
 */
totp: boolean
lastLoginAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
version: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
post: {
query: {

}
path: {

}
body: {
/**
 * Case-insensitive
 */
email: string
/**
 * Name shown in lists and emails
 */
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
}
/**
 * User created
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Whether two-factor authentication is on
 */
totp: boolean
lastLoginAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
version: number
}
}
}
}
"/api/admin/users/invite": {
post: {
query: {

}
path: {

}
body: {
/**
 * Case-insensitive
 */
email: string
/**
 * Name shown in lists and emails
 */
displayName?: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}
/**
 * Invited
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Whether two-factor authentication is on
 */
totp: boolean
lastLoginAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
version: number
}
invite: {
/**
 * ISO 8601, UTC
 */
expiresAt: string
/**
 * Only if email is not set up: pass it on yourself; it is shown once
 */
link?: string
}
}
}
}
"/api/admin/users/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: {
/**
 * Name shown in lists and emails
 */
displayName?: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role?: ("viewer" | "editor" | "owner")
disabled?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
/**
 * Changed
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Whether two-factor authentication is on
 */
totp: boolean
lastLoginAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
version: number
}
}
}
}
"/api/admin/audit": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("at" | "-at")
format?: ("json" | "csv")
userId?: string
action?: string
objectType?: string
objectId?: string
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
id: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * User; null for the command line and the development bypass
 */
userId: (string | null)
/**
 * Email address at that time, or a placeholder
 */
actor: string
/**
 * Keyed hash of the client address
 */
client: (string | null)
/**
 * Country of the client address, ISO 3166 alpha-2
 */
country: (string | null)
/**
 * Request ID as in the log
 */
requestId: (string | null)
/**
 * The action
 */
action: string
objectType: string
/**
 * ID of the object
 */
objectId: (string | null)
/**
 * Changed values before; secrets are masked
 */
before: ({
[k: string]: unknown | undefined
} | null)
/**
 * Changed values after; secrets are masked
 */
after: ({
[k: string]: unknown | undefined
} | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * All values that occur, regardless of filters
 */
kinds?: {
actions: string[]
objectTypes: string[]
}
}
}
}
"/api/admin/subscriptions/export": {
post: {
query: {

}
path: {

}
body: {
/**
 * Case-insensitive
 */
email: string
}
/**
 * The data; lists are empty if nothing is stored
 */
answer: {
/**
 * ISO 8601, UTC
 */
exportedAt: string
/**
 * The address as requested
 */
email: string
/**
 * All subscriptions, including ended ones
 */
subscriptions: {
[k: string]: unknown | undefined
}[]
/**
 * Requested confirmation emails
 */
confirmations: {
[k: string]: unknown | undefined
}[]
/**
 * Emails of the last 30 days with server responses; secret links are masked
 */
mails: {
[k: string]: unknown | undefined
}[]
/**
 * Suppression of the address
 */
suppression: ({
[k: string]: unknown | undefined
} | null)
/**
 * Last digest of each frequency
 */
digests: {
[k: string]: unknown | undefined
}[]
/**
 * Alerts sent and still stored
 */
alerts: {
[k: string]: unknown | undefined
}[]
/**
 * Reports of inaccurate data that mention the address
 */
reports: {
[k: string]: unknown | undefined
}[]
}
}
}
"/api/admin/subscriptions/erase": {
post: {
query: {

}
path: {

}
body: {
/**
 * Case-insensitive
 */
email: string
}
/**
 * Erased; all 0 if nothing was stored
 */
answer: {
erased: {
/**
 * Subscriptions
 */
subscriptions: number
/**
 * Requested confirmation emails
 */
confirmations: number
/**
 * Emails of the last 30 days, including waiting ones
 */
mails: number
/**
 * Reports of inaccurate data that mentioned the address; their text is deleted
 */
reports: number
/**
 * Emails in `DATA_DIR/mail` of this node, of any age; 0 if a mail server is used
 */
files: number
}
}
}
}
"/api/admin/mailing-summary": {
get: {
query: {
format?: ("json" | "csv")
}
path: {

}
body: null
answer: {
/**
 * ISO 8601, UTC
 */
madeAt: string
subscriptions: {
/**
 * Distinct addresses with an active subscription
 */
subscribers: number
/**
 * Active and confirmed
 */
active: number
/**
 * Active, awaiting confirmation
 */
unconfirmed: number
/**
 * Ended within the last 30 days
 */
inactive: number
/**
 * Active and confirmed
 */
byType: {
[k: string]: number | undefined
}
/**
 * Active and confirmed
 */
byFrequency: {
[k: string]: number | undefined
}
/**
 * Active and confirmed, by language without region
 */
byLanguage: {
[k: string]: number | undefined
}
}
mails: {
/**
 * Of the last 30 days
 */
byState: {
[k: string]: number | undefined
}
/**
 * Of the last 30 days
 */
byKind: {
[k: string]: number | undefined
}
/**
 * In the outbox now
 */
waiting: number
/**
 * How long the oldest due email has been overdue
 */
oldestDueSeconds: number
}
/**
 * By reason
 */
suppressions: {
[k: string]: number | undefined
}
series: {
subscriptions: {
day: string
/**
 * New subscriptions, as far as still stored
 */
created: number
/**
 * Ended
 */
ended: number
}[]
mails: {
day: string
/**
 * Queued on that day
 */
enqueued: number
/**
 * Of these, sent
 */
sent: number
/**
 * Rejected, or out of retries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn or expired
 */
dropped: number
/**
 * Still waiting
 */
waiting: number
}[]
}
}
}
}
"/api/admin/email/test": {
post: {
query: {

}
path: {

}
body: {
to: string
/**
 * Template; default message
 */
template?: string
/**
 * Default en
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
/**
 * State of the email
 */
answer: {
mail: {
id: string
kind: ("digest" | "alerts" | "confirmation" | "account" | "message")
template: string
/**
 * Masked for viewers
 */
email: string
lang: string
/**
 * failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * Last response of the mail server; null for viewers
 */
lastError: (string | null)
/**
 * Job run or message it belongs to
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Next attempt at the earliest, while waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent after this time
 */
dropAfter: (string | null)
/**
 * When it reached a final state
 */
settledAt: (string | null)
}
}
}
}
"/api/admin/email/compose": {
post: {
query: {

}
path: {

}
body: {
/**
 * A single address, instead of audience
 */
to?: string
audience?: {
/**
 * Confirmed newsletter subscribers
 */
type: "newsletter"
/**
 * Only these languages, without region; default all
 */
languages?: string[]
}
subject: string
/**
 * Markdown
 */
body: string
}
/**
 * Accepted; emails are being queued
 */
answer: {
message: {
id: string
/**
 * Null for messages to a single address
 */
subject: (string | null)
/**
 * Empty languages: all; null: a single address
 */
audience: ({
type: "newsletter"
languages: string[]
} | null)
/**
 * Emails queued so far
 */
recipients: number
/**
 * Whether emails are still being queued
 */
state: ("enqueuing" | "enqueued")
/**
 * ISO 8601, UTC
 */
createdAt: string
createdBy: string
finishedAt: (string | null)
}
}
}
}
"/api/admin/email/compose/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The message with its emails by state
 */
answer: {
message: {
id: string
/**
 * Null for messages to a single address
 */
subject: (string | null)
/**
 * Empty languages: all; null: a single address
 */
audience: ({
type: "newsletter"
languages: string[]
} | null)
/**
 * Emails queued so far
 */
recipients: number
/**
 * Whether emails are still being queued
 */
state: ("enqueuing" | "enqueued")
/**
 * ISO 8601, UTC
 */
createdAt: string
createdBy: string
finishedAt: (string | null)
}
mails: {
/**
 * Sent
 */
sent: number
/**
 * Rejected, or out of retries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn or expired
 */
dropped: number
/**
 * Still waiting
 */
waiting: number
}
}
}
}
"/api/admin/outbox": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
state?: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
kind?: ("digest" | "alerts" | "confirmation" | "account" | "message")
template?: string
runId?: string
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
id: string
kind: ("digest" | "alerts" | "confirmation" | "account" | "message")
template: string
/**
 * Masked for viewers
 */
email: string
lang: string
/**
 * failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * Last response of the mail server; null for viewers
 */
lastError: (string | null)
/**
 * Job run or message it belongs to
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Next attempt at the earliest, while waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent after this time
 */
dropAfter: (string | null)
/**
 * When it reached a final state
 */
settledAt: (string | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
}
"/api/admin/outbox/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The email
 */
answer: {
mail: {
id: string
kind: ("digest" | "alerts" | "confirmation" | "account" | "message")
template: string
/**
 * Masked for viewers
 */
email: string
lang: string
/**
 * failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * Last response of the mail server; null for viewers
 */
lastError: (string | null)
/**
 * Job run or message it belongs to
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Next attempt at the earliest, while waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent after this time
 */
dropAfter: (string | null)
/**
 * When it reached a final state
 */
settledAt: (string | null)
}
attempts: {
number: number
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * ISO 8601, UTC
 */
endedAt: string
outcome: ("sent" | "rejected" | "deferred" | "unknown" | "not_rendered")
/**
 * Response of the mail server; null for viewers
 */
response: (string | null)
}[]
}
}
}
"/api/admin/outbox/{id}/retry": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * Queued again
 */
answer: {
mail: {
id: string
kind: ("digest" | "alerts" | "confirmation" | "account" | "message")
template: string
/**
 * Masked for viewers
 */
email: string
lang: string
/**
 * failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * Last response of the mail server; null for viewers
 */
lastError: (string | null)
/**
 * Job run or message it belongs to
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Next attempt at the earliest, while waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent after this time
 */
dropAfter: (string | null)
/**
 * When it reached a final state
 */
settledAt: (string | null)
}
}
}
}
"/api/admin/suppressions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("since" | "-since")
format?: ("json" | "csv")
reason?: ("hard_bounce" | "complaint" | "manual" | "unsubscribed")
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: {
items: {
/**
 * Keyed hash of the address; the address itself is not stored
 */
addressHash: string
reason: ("hard_bounce" | "complaint" | "manual" | "unsubscribed")
/**
 * ISO 8601, UTC
 */
since: string
note: (string | null)
version: number
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * Totals by reason
 */
totals?: {
[k: string]: number | undefined
}
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * The address; it is not stored
 */
email?: string
/**
 * The hash as given in the list
 */
addressHash?: string
/**
 * false lifts the suppression
 */
suppressed: boolean
/**
 * Default manual. With unsubscribed, the address still gets emails it requests
 */
reason?: ("complaint" | "manual" | "unsubscribed")
/**
 * Internal note; must not contain the address
 */
note?: (string | null)
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
/**
 * The current state
 */
answer: {
/**
 * Null: not suppressed
 */
suppression: ({
/**
 * Keyed hash of the address; the address itself is not stored
 */
addressHash: string
reason: ("hard_bounce" | "complaint" | "manual" | "unsubscribed")
/**
 * ISO 8601, UTC
 */
since: string
note: (string | null)
version: number
} | null)
}
}
}
"/api/admin/email-templates": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("id" | "-id")
format?: ("json" | "csv")
edited?: boolean
}
path: {

}
body: null
answer: {
items: {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
}[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
}
}
post: {
query: {

}
path: {

}
body: {
/**
 * Template ID
 */
id: string
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}
/**
 * Saved; used from the next email on
 */
answer: {
template: {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * Sources in use
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * Default sources, restored by a reset
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Sample emails for the preview; the first is the default
 */
samples: string[]
}
/**
 * The first sample in English; null if the stored template cannot be rendered and the default is used
 */
preview: ({
subject: string
html: string
text: string
} | null)
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * Template ID
 */
id: string
/**
 * The version you read, 0 for the default; an outdated one is rejected
 */
version?: number
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}
/**
 * Saved; used from the next email on
 */
answer: {
template: {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * Sources in use
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * Default sources, restored by a reset
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Sample emails for the preview; the first is the default
 */
samples: string[]
}
/**
 * The first sample in English; null if the stored template cannot be rendered and the default is used
 */
preview: ({
subject: string
html: string
text: string
} | null)
}
}
}
"/api/admin/email-templates/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The template
 */
answer: {
template: {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * Sources in use
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * Default sources, restored by a reset
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Sample emails for the preview; the first is the default
 */
samples: string[]
}
/**
 * The first sample in English; null if the stored template cannot be rendered and the default is used
 */
preview: ({
subject: string
html: string
text: string
} | null)
}
}
}
"/api/admin/email-templates/{id}/reset": {
post: {
query: {

}
path: {
id: string
}
/**
 * Optional
 */
body: ({
/**
 * The version you read, 0 for the default; an outdated one is rejected
 */
version?: number
} | null)
/**
 * The default template
 */
answer: {
template: {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * Sources in use
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * Default sources, restored by a reset
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Sample emails for the preview; the first is the default
 */
samples: string[]
}
/**
 * The first sample in English; null if the stored template cannot be rendered and the default is used
 */
preview: ({
subject: string
html: string
text: string
} | null)
}
}
}
"/api/admin/email-templates/{id}/preview": {
post: {
query: {

}
path: {
id: string
}
body: {
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
/**
 * Sample to use
 */
sample?: string
/**
 * Default en
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
}
/**
 * The rendered email
 */
answer: {
preview: {
subject: string
html: string
text: string
}
}
}
}
"/api/admin/connections": {
get: {
query: {
limit?: number
cursor?: string
}
path: {

}
body: null
answer: {
items: {
/**
 * ID of the system
 */
id: string
/**
 * Name of the system, such as that of the provider
 */
name: string
kind: ("weather_provider" | "alert_feed" | "station_source" | "mail_transport" | "mail_service" | "photo_service" | "ad_program")
/**
 * Part of a provider in the weather; null: it delivers none
 */
weather: ({
/**
 * Place in the order in which providers are asked; null: not in use
 */
position: (number | null)
/**
 * Where it is asked, as in WEATHER_PROVIDERS; null: everywhere
 */
region: (string | null)
/**
 * Where it has weather: global, or a region as in WEATHER_PROVIDERS
 */
coverage: string
/**
 * Why it is not asked, as the end of a sentence; null: it is asked
 */
reason: (string | null)
/**
 * Scopes and measurements that it never has
 */
lacks: string[]
} | null)
/**
 * What a provider is used for, each with calls of its own
 */
parts: {
id: ("weather" | "minutes" | "air" | "sea" | "places" | "tiles" | "alerts" | "warnings" | "stations")
/**
 * Why it is not in use, as the end of a sentence; null: it is
 */
reason: (string | null)
/**
 * By its latest calls, or the check just made; `unknown`: none for a day
 */
status: ("ok" | "failing" | "unknown")
/**
 * Status as text; null if unknown
 */
message: (string | null)
/**
 * Time of the latest call
 */
calledAt: (string | null)
/**
 * Duration of that call
 */
latencyMs: (number | null)
/**
 * Time of the last call that succeeded, within 14 days
 */
succeededAt: (string | null)
}[]
/**
 * From the last check of the current settings, or from regular calls since then. `failing`: all recent calls failed; `unknown`: no call for a day, or none since the settings changed
 */
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
/**
 * Whether it is enabled in the back office
 */
enabled: boolean
/**
 * Time of the last check or regular call
 */
checkedAt: (string | null)
/**
 * Duration of that call
 */
latencyMs: (number | null)
/**
 * Status as text
 */
message: string
/**
 * Current settings, without secrets
 */
settings: {
[k: string]: unknown | undefined
}
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}[]
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * Whether ADMIN_SECRET matches the stored secrets
 */
adminSecret: {
status: ("ok" | "wrong")
message: string
}
/**
 * SMTP presets of common email services
 */
smtpPresets: {
name: string
host: string
port: number
security: ("tls" | "starttls" | "opportunistic" | "none")
}[]
/**
 * Names that the region of a weather provider may consist of, besides codes of countries (ISO 3166), each with its countries
 */
regions: {
[k: string]: string[] | undefined
}
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * ID of the system
 */
id: string
/**
 * Whether the service may use it
 */
enabled?: boolean
/**
 * mail-transport: preset, host, port, security, user, password, from, connections. photo-service and weather providers with a key: apiKey. Omitted fields keep their value; null reverts to the environment
 */
settings?: ({
[k: string]: unknown | undefined
} | null)
/**
 * Check it after the change, within five seconds: with one call, for stations with up to six
 */
check?: boolean
/**
 * What of a provider to check; omitted: the first part that is in use
 */
part?: ("weather" | "minutes" | "air" | "sea" | "places" | "tiles" | "alerts" | "warnings" | "stations")
/**
 * Required to overwrite a stored secret that cannot be decrypted
 */
replace?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
answer: {
/**
 * ID of the system
 */
id: string
/**
 * Name of the system, such as that of the provider
 */
name: string
kind: ("weather_provider" | "alert_feed" | "station_source" | "mail_transport" | "mail_service" | "photo_service" | "ad_program")
/**
 * Part of a provider in the weather; null: it delivers none
 */
weather: ({
/**
 * Place in the order in which providers are asked; null: not in use
 */
position: (number | null)
/**
 * Where it is asked, as in WEATHER_PROVIDERS; null: everywhere
 */
region: (string | null)
/**
 * Where it has weather: global, or a region as in WEATHER_PROVIDERS
 */
coverage: string
/**
 * Why it is not asked, as the end of a sentence; null: it is asked
 */
reason: (string | null)
/**
 * Scopes and measurements that it never has
 */
lacks: string[]
} | null)
/**
 * What a provider is used for, each with calls of its own
 */
parts: {
id: ("weather" | "minutes" | "air" | "sea" | "places" | "tiles" | "alerts" | "warnings" | "stations")
/**
 * Why it is not in use, as the end of a sentence; null: it is
 */
reason: (string | null)
/**
 * By its latest calls, or the check just made; `unknown`: none for a day
 */
status: ("ok" | "failing" | "unknown")
/**
 * Status as text; null if unknown
 */
message: (string | null)
/**
 * Time of the latest call
 */
calledAt: (string | null)
/**
 * Duration of that call
 */
latencyMs: (number | null)
/**
 * Time of the last call that succeeded, within 14 days
 */
succeededAt: (string | null)
}[]
/**
 * From the last check of the current settings, or from regular calls since then. `failing`: all recent calls failed; `unknown`: no call for a day, or none since the settings changed
 */
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
/**
 * Whether it is enabled in the back office
 */
enabled: boolean
/**
 * Time of the last check or regular call
 */
checkedAt: (string | null)
/**
 * Duration of that call
 */
latencyMs: (number | null)
/**
 * Status as text
 */
message: string
/**
 * Current settings, without secrets
 */
settings: {
[k: string]: unknown | undefined
}
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}
}
}
"/api/admin/weather-provider-key": {
get: {
query: {

}
path: {

}
body: null
answer: {
/**
 * Whether a key is available
 */
configured: boolean
/**
 * Source of the key; a stored key takes precedence over the environment
 */
source: (("database" | "environment") | null)
/**
 * Its last characters
 */
masked: (string | null)
/**
 * When it was stored
 */
updatedAt: (string | null)
/**
 * Why the stored key cannot be used; the one from the environment is used instead, if there is one
 */
problem: (string | null)
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * Visible characters without spaces; null removes the stored key, so that the environment applies
 */
key: (string | null)
/**
 * Verify it first with one call (default true)
 */
verify?: boolean
/**
 * Required to overwrite a stored secret that cannot be decrypted
 */
replace?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
answer: {
/**
 * Whether a key is available
 */
configured: boolean
/**
 * Source of the key; a stored key takes precedence over the environment
 */
source: (("database" | "environment") | null)
/**
 * Its last characters
 */
masked: (string | null)
/**
 * When it was stored
 */
updatedAt: (string | null)
/**
 * Why the stored key cannot be used; the one from the environment is used instead, if there is one
 */
problem: (string | null)
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}
}
}
"/api/admin/email-key": {
get: {
query: {

}
path: {

}
body: null
answer: {
/**
 * Whether a key is available
 */
configured: boolean
/**
 * Source of the key; a stored key takes precedence over the environment
 */
source: (("database" | "environment") | null)
/**
 * Its last characters
 */
masked: (string | null)
/**
 * When it was stored
 */
updatedAt: (string | null)
/**
 * Why the stored key cannot be used; the one from the environment is used instead, if there is one
 */
problem: (string | null)
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * Visible characters without spaces; null removes the stored key, so that the environment applies
 */
key: (string | null)
/**
 * Verify it first with one call (default true)
 */
verify?: boolean
/**
 * Required to overwrite a stored secret that cannot be decrypted
 */
replace?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}
answer: {
/**
 * Whether a key is available
 */
configured: boolean
/**
 * Source of the key; a stored key takes precedence over the environment
 */
source: (("database" | "environment") | null)
/**
 * Its last characters
 */
masked: (string | null)
/**
 * When it was stored
 */
updatedAt: (string | null)
/**
 * Why the stored key cannot be used; the one from the environment is used instead, if there is one
 */
problem: (string | null)
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}
}
}
"/api/admin/email/sync": {
post: {
query: {

}
path: {

}
body: null
answer: {
/**
 * `partial`: continues within a minute, or with the next call
 */
status: ("completed" | "partial" | "failed" | "already_running")
/**
 * Current phase
 */
phase: (("suppressions" | "contacts" | "push") | null)
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while running
 */
finishedAt: (string | null)
suppressions: {
/**
 * Read from the service
 */
read: number
/**
 * Added here
 */
added: number
}
contacts: {
/**
 * Contacts read from the service
 */
read: number
/**
 * Unsubscribed at the service and now suppressed here
 */
unsubscribed: number
/**
 * Erased here and now deleted there
 */
removed: number
/**
 * Addresses checked here
 */
subscribers: number
/**
 * Sent to the service
 */
pushed: number
/**
 * Rejected by the service
 */
failed: number
}
/**
 * Reason of the failure
 */
problem: (string | null)
}
}
}
"/api/admin/config": {
get: {
query: {

}
path: {

}
body: null
answer: {
/**
 * Current values
 */
settings: {
/**
 * Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`
 */
weatherProviders: string
/**
 * How long current weather stays fresh, in milliseconds. Requests after that refresh it
 */
refreshIntervalMs: number
/**
 * Calls per day (UTC) for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamDailyLimit: number
/**
 * Calls per minute for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which the status is `warning`; must not exceed upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls to each provider that one client address may cause per minute; 0: no limit. Default: a third of its limit
 */
clientCallsPerMinute: number
/**
 * Weather calls to each provider that one client address may cause per day; 0: no limit. Default: a tenth of its limit
 */
clientCallsPerDay: number
/**
 * Share of the daily budget that jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which digests are sent, if the internal scheduler is on
 */
digestHourUtc: number
/**
 * Minutes between two alert checks, if the internal scheduler is on
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Maximum emails per second that each node hands to the mail server
 */
mailPerSecond: number
/**
 * Days to keep observations and forecasts. Lowering it permanently deletes older data within hours
 */
retentionDays: number
/**
 * Days to keep single provider calls. Hourly and daily totals are kept separately
 */
callRetentionDays: number
/**
 * Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * Name of the site in pages and emails
 */
siteName: string
/**
 * Operator of the site, as named in the default texts
 */
operatorName: (string | null)
/**
 * Contact of the operator: an email address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first
 */
secondFactorRequiredFor: ("nobody" | "owners" | "editors" | "everyone")
/**
 * Requests per minute and client address for the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * Default values
 */
defaults: {
/**
 * Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`
 */
weatherProviders: string
/**
 * How long current weather stays fresh, in milliseconds. Requests after that refresh it
 */
refreshIntervalMs: number
/**
 * Calls per day (UTC) for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamDailyLimit: number
/**
 * Calls per minute for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which the status is `warning`; must not exceed upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls to each provider that one client address may cause per minute; 0: no limit. Default: a third of its limit
 */
clientCallsPerMinute: number
/**
 * Weather calls to each provider that one client address may cause per day; 0: no limit. Default: a tenth of its limit
 */
clientCallsPerDay: number
/**
 * Share of the daily budget that jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which digests are sent, if the internal scheduler is on
 */
digestHourUtc: number
/**
 * Minutes between two alert checks, if the internal scheduler is on
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Maximum emails per second that each node hands to the mail server
 */
mailPerSecond: number
/**
 * Days to keep observations and forecasts. Lowering it permanently deletes older data within hours
 */
retentionDays: number
/**
 * Days to keep single provider calls. Hourly and daily totals are kept separately
 */
callRetentionDays: number
/**
 * Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * Name of the site in pages and emails
 */
siteName: string
/**
 * Operator of the site, as named in the default texts
 */
operatorName: (string | null)
/**
 * Contact of the operator: an email address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first
 */
secondFactorRequiredFor: ("nobody" | "owners" | "editors" | "everyone")
/**
 * Requests per minute and client address for the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * Bounds and meaning by setting
 */
bounds: {
[k: string]: {
/**
 * Group of the setting
 */
group: string
meaning: string
type: ("integer" | "number" | "string")
minimum?: number
maximum?: number
/**
 * Allowed values
 */
choices?: (number | string)[]
/**
 * Characters
 */
maxLength?: number
/**
 * Whether null (not set) is allowed
 */
mayBeNull: boolean
} | undefined
}
/**
 * Environment variables the service was started with
 */
environment: {
[k: string]: {
/**
 * Whether it has a value, from the environment or as a default
 */
configured: boolean
/**
 * Always null for secrets
 */
value: (string | number | boolean | null)
} | undefined
}
/**
 * Incremented by every change; 0: never changed
 */
version: number
/**
 * Time of the last change
 */
updatedAt: (string | null)
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * The version you read; an outdated one is rejected
 */
version?: number
weatherProviders?: (string | null)
refreshIntervalMs?: (number | null)
upstreamDailyLimit?: (number | null)
upstreamMinuteLimit?: (number | null)
upstreamWarningShare?: (number | null)
upstreamSoftBlockShare?: (number | null)
clientCallsPerMinute?: (number | null)
clientCallsPerDay?: (number | null)
alertBudgetShare?: (number | null)
digestHourUtc?: (number | null)
alertEveryMinutes?: ((5 | 10 | 15 | 20 | 30) | null)
mailPerSecond?: (number | null)
retentionDays?: (number | null)
callRetentionDays?: (number | null)
analyticsEventsPerDay?: (number | null)
siteName?: (string | null)
operatorName?: ((string | null) | null)
operatorContact?: ((string | null) | null)
secondFactorRequiredFor?: (("nobody" | "owners" | "editors" | "everyone") | null)
weatherRequestsPerMinute?: (number | null)
batchRequestsPerMinute?: (number | null)
geocodeRequestsPerMinute?: (number | null)
historyRequestsPerMinute?: (number | null)
tilesRequestsPerMinute?: (number | null)
alertsRequestsPerMinute?: (number | null)
subscriptionsRequestsPerMinute?: (number | null)
unsubscribeRequestsPerMinute?: (number | null)
regionRequestsPerMinute?: (number | null)
reportRequestsPerMinute?: (number | null)
analyticsRequestsPerMinute?: (number | null)
pagesRequestsPerMinute?: (number | null)
loginRequestsPerMinute?: (number | null)
forgotRequestsPerMinute?: (number | null)
resetRequestsPerMinute?: (number | null)
inviteRequestsPerMinute?: (number | null)
[k: string]: unknown | undefined
}
answer: {
/**
 * Current values
 */
settings: {
/**
 * Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`
 */
weatherProviders: string
/**
 * How long current weather stays fresh, in milliseconds. Requests after that refresh it
 */
refreshIntervalMs: number
/**
 * Calls per day (UTC) for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamDailyLimit: number
/**
 * Calls per minute for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which the status is `warning`; must not exceed upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls to each provider that one client address may cause per minute; 0: no limit. Default: a third of its limit
 */
clientCallsPerMinute: number
/**
 * Weather calls to each provider that one client address may cause per day; 0: no limit. Default: a tenth of its limit
 */
clientCallsPerDay: number
/**
 * Share of the daily budget that jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which digests are sent, if the internal scheduler is on
 */
digestHourUtc: number
/**
 * Minutes between two alert checks, if the internal scheduler is on
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Maximum emails per second that each node hands to the mail server
 */
mailPerSecond: number
/**
 * Days to keep observations and forecasts. Lowering it permanently deletes older data within hours
 */
retentionDays: number
/**
 * Days to keep single provider calls. Hourly and daily totals are kept separately
 */
callRetentionDays: number
/**
 * Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * Name of the site in pages and emails
 */
siteName: string
/**
 * Operator of the site, as named in the default texts
 */
operatorName: (string | null)
/**
 * Contact of the operator: an email address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first
 */
secondFactorRequiredFor: ("nobody" | "owners" | "editors" | "everyone")
/**
 * Requests per minute and client address for the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * Default values
 */
defaults: {
/**
 * Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`
 */
weatherProviders: string
/**
 * How long current weather stays fresh, in milliseconds. Requests after that refresh it
 */
refreshIntervalMs: number
/**
 * Calls per day (UTC) for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamDailyLimit: number
/**
 * Calls per minute for weather to the first provider of WEATHER_PROVIDERS
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which the status is `warning`; must not exceed upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls to each provider that one client address may cause per minute; 0: no limit. Default: a third of its limit
 */
clientCallsPerMinute: number
/**
 * Weather calls to each provider that one client address may cause per day; 0: no limit. Default: a tenth of its limit
 */
clientCallsPerDay: number
/**
 * Share of the daily budget that jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which digests are sent, if the internal scheduler is on
 */
digestHourUtc: number
/**
 * Minutes between two alert checks, if the internal scheduler is on
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Maximum emails per second that each node hands to the mail server
 */
mailPerSecond: number
/**
 * Days to keep observations and forecasts. Lowering it permanently deletes older data within hours
 */
retentionDays: number
/**
 * Days to keep single provider calls. Hourly and daily totals are kept separately
 */
callRetentionDays: number
/**
 * Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * Name of the site in pages and emails
 */
siteName: string
/**
 * Operator of the site, as named in the default texts
 */
operatorName: (string | null)
/**
 * Contact of the operator: an email address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first
 */
secondFactorRequiredFor: ("nobody" | "owners" | "editors" | "everyone")
/**
 * Requests per minute and client address for the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * Bounds and meaning by setting
 */
bounds: {
[k: string]: {
/**
 * Group of the setting
 */
group: string
meaning: string
type: ("integer" | "number" | "string")
minimum?: number
maximum?: number
/**
 * Allowed values
 */
choices?: (number | string)[]
/**
 * Characters
 */
maxLength?: number
/**
 * Whether null (not set) is allowed
 */
mayBeNull: boolean
} | undefined
}
/**
 * Environment variables the service was started with
 */
environment: {
[k: string]: {
/**
 * Whether it has a value, from the environment or as a default
 */
configured: boolean
/**
 * Always null for secrets
 */
value: (string | number | boolean | null)
} | undefined
}
/**
 * Incremented by every change; 0: never changed
 */
version: number
/**
 * Time of the last change
 */
updatedAt: (string | null)
/**
 * Unknown fields of the body, at most 20
 */
ignored: string[]
}
}
}
"/api/admin/settings": {
patch: {
query: {

}
path: {

}
body: {
refreshIntervalMs: number
}
answer: {
refreshIntervalMs: number
/**
 * ISO 8601, UTC
 */
updatedAt: string
}
}
}
"/api/admin/usage": {
get: {
query: {
days?: number
}
path: {

}
body: null
answer: {
today: {
used: number
/**
 * Null: no limit
 */
limit: (number | null)
/**
 * Null: no limit
 */
remaining: (number | null)
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
}
perMinute: {
used: number
/**
 * Null: no limit
 */
limit: (number | null)
/**
 * Null: no limit
 */
remaining: (number | null)
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
}
/**
 * First day (UTC) of the totals
 */
from: string
/**
 * Last day: today
 */
to: string
totals: {
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}
byProvider: {
provider: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
products: {
product: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}[]
}[]
byScope: {
scope: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}[]
/**
 * Beyond 100: `(other)`
 */
byTrigger: {
trigger: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}[]
byCause: {
cause: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}[]
cache: {
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
byScope: {
scope: string
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}[]
}
/**
 * Oldest first, without gaps
 */
days: {
day: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}[]
/**
 * The last 24, oldest first
 */
hours: {
/**
 * ISO 8601, UTC
 */
hour: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}[]
/**
 * The newest 50, newest first
 */
recentCalls: {
id: string
/**
 * ISO 8601, UTC
 */
startedAt: string
provider: string
product: string
weight: number
/**
 * request, refresh, job, admin, tile or geocode
 */
cause: string
/**
 * As given in the request
 */
trigger: (string | null)
/**
 * Requested scope; `several` for jobs, which read hours, days and alerts together
 */
scope: string
/**
 * Of the grid cell
 */
lat: (number | null)
/**
 * Of the grid cell
 */
lon: (number | null)
/**
 * ok, or the reason of the failure; null while in progress
 */
outcome: (string | null)
/**
 * HTTP status of the response
 */
status: (number | null)
/**
 * Milliseconds
 */
durationMs: (number | null)
/**
 * Request ID as in the log
 */
requestId: (string | null)
}[]
}
}
}
"/api/admin/usage/sources": {
get: {
query: {
days?: number
}
path: {

}
body: null
answer: {
/**
 * First day (UTC)
 */
from: string
/**
 * Last day: today
 */
to: string
items: {
/**
 * Provider id
 */
id: string
name: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: ({
medianMs: number
p95Ms: number
} | null)
/**
 * Oldest first, without gaps
 */
days: {
day: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: ({
medianMs: number
p95Ms: number
} | null)
/**
 * Calls to the main account, the first of `budgets`, with the weights of the provider: what it may bill. Prices are not known
 */
charged: number
}[]
products: {
product: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: ({
medianMs: number
p95Ms: number
} | null)
}[]
/**
 * The limits of each account, longest first, and what is used of them now. Accounts without a limit are omitted
 */
budgets: {
account: string
/**
 * Products that use it together
 */
products: string[]
windows: {
/**
 * 60: a minute; 3600: an hour; 86400: a day (UTC); 2678400: a calendar month (UTC)
 */
windowSeconds: number
/**
 * Weighted calls
 */
limit: number
used: number
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
/**
 * The setting of /api/admin/config that changes it
 */
setting: (string | null)
/**
 * The variable of the environment that states it. With neither, the limit is in the terms of the provider
 */
variable: (string | null)
}[]
}[]
}[]
}
}
}
"/api/admin/adprogram/report": {
get: {
query: {
range?: ("7d" | "30d" | "mtd")
}
path: {

}
body: null
answer: {
range: ("7d" | "30d" | "mtd")
/**
 * First day
 */
from: string
/**
 * Last day; days follow the time zone of the account
 */
to: string
connection: {
/**
 * disabled: switched off in the back office; disconnected: access was never granted or was revoked (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When access was granted
 */
connectedAt: (string | null)
/**
 * Who granted access
 */
connectedBy: (string | null)
/**
 * Time of the last sync; null: never
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * Whether the figures are older than an hour or missing
 */
stale: boolean
/**
 * Whether a sync is running
 */
syncing: boolean
/**
 * Why the last sync failed; null: it succeeded
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same as text
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When the next automatic retry is due; it runs when the report is requested
 */
retryAt: (string | null)
} | null)
/**
 * Whether the figures come from a simulator
 */
simulated: boolean
}
/**
 * ISO 4217
 */
currency: (string | null)
totals: {
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}
/**
 * In order; days without data are omitted
 */
days: {
date: string
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}[]
/**
 * At most 250, highest earnings first
 */
slots: {
/**
 * `unknown`: no slot
 */
slotId: string
/**
 * Placement of the slot; null: none on this site
 */
placement: (string | null)
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}[]
/**
 * At most 250, highest earnings first
 */
countries: {
/**
 * ISO 3166 alpha-2, or `unknown`
 */
country: string
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}[]
}
}
}
"/api/admin/adprogram/sync": {
post: {
query: {

}
path: {

}
body: null
/**
 * Sync completed
 */
answer: {
connection: {
/**
 * disabled: switched off in the back office; disconnected: access was never granted or was revoked (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When access was granted
 */
connectedAt: (string | null)
/**
 * Who granted access
 */
connectedBy: (string | null)
/**
 * Time of the last sync; null: never
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * Whether the figures are older than an hour or missing
 */
stale: boolean
/**
 * Whether a sync is running
 */
syncing: boolean
/**
 * Why the last sync failed; null: it succeeded
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same as text
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When the next automatic retry is due; it runs when the report is requested
 */
retryAt: (string | null)
} | null)
/**
 * Whether the figures come from a simulator
 */
simulated: boolean
}
}
}
}
"/api/admin/adprogram/oauth/start": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/admin/adprogram/oauth/callback": {
get: {
query: {
state: string
code?: string
error?: string
iss?: string
}
path: {

}
body: null
answer: null
}
}
"/api/admin/adprogram/oauth/disconnect": {
get: {
query: {

}
path: {

}
body: null
/**
 * Disconnected here, even if the ad program could not be reached
 */
answer: {
/**
 * Whether there was anything to disconnect
 */
disconnected: boolean
/**
 * Whether the ad program revoked access; false: revoke it in the account itself
 */
revoked: boolean
connection: {
/**
 * disabled: switched off in the back office; disconnected: access was never granted or was revoked (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When access was granted
 */
connectedAt: (string | null)
/**
 * Who granted access
 */
connectedBy: (string | null)
/**
 * Time of the last sync; null: never
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * Whether the figures are older than an hour or missing
 */
stale: boolean
/**
 * Whether a sync is running
 */
syncing: boolean
/**
 * Why the last sync failed; null: it succeeded
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same as text
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When the next automatic retry is due; it runs when the report is requested
 */
retryAt: (string | null)
} | null)
/**
 * Whether the figures come from a simulator
 */
simulated: boolean
}
}
}
}
}
