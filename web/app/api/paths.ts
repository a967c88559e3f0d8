/* Made from docs/openapi.json by `npm run generate`. */

export interface Paths {
"/api/weather": {
get: {
query: {
lat: number
lon: number
scope: ("current" | "hourly" | "daily" | "minutely")
trigger?: string
lang?: string
units?: ("metric" | "uk" | "imperial" | "si")
maxAgeMs?: number
}
path: {

}
body: null
/**
 * The scope's payload with the envelope
 */
answer: ({
scope: "current"
/**
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * Running and coming official warnings, one for each event: `sameAs` of the alert names the others that tell of it. Null: not known, which does not mean none
 */
alertIds: (string[] | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
} | {
scope: "hourly"
/**
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
 */
available: boolean
points: {
/**
 * Start of the hour; amounts are that hour's
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
}[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
} | {
scope: "daily"
/**
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
 */
available: boolean
points: {
/**
 * Calendar day of the place
 */
date: string
/**
 * When that day starts there
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
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
/**
 * The provider's sentence about the day; English only
 */
summary: (string | null)
sunrise: (string | null)
sunset: (string | null)
moonrise: (string | null)
moonset: (string | null)
/**
 * 0 and 1 new moon, 0.25 first quarter, 0.5 full, 0.75 last quarter
 */
moonPhase: (number | null)
}[]
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
} | {
scope: "minutely"
/**
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
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
 * The next hour in a sentence, made for the moment of the answer. It claims nothing of what is not known: dry minutes up to the last known one are “until at least”. Null where this minute is not known
 */
summary: ({
text: string
startsAt: (string | null)
endsAt: (string | null)
/**
 * The highest of the spell
 */
intensity: ("none" | "light" | "moderate" | "heavy" | "violent")
} | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
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
 * `trigger`, `lang` (default `en`) and `units` (default `metric`) hold for every city that names none of its own. Named here, `lang` and `units` go before those of the query
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
 * Default `["current"]`; duplicates are dropped
 */
scopes?: ("current" | "hourly" | "daily" | "minutely")[]
/**
 * Echoed
 */
id?: string
/**
 * BCP 47 tag; the answer's `lang` says which language was used. Costs no provider call.
 */
lang?: string
/**
 * metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * Data older than this many milliseconds is refreshed before answering, though no place more often than once in 5 minutes.
 */
maxAgeMs?: number
/**
 * Why the weather is asked for, recorded as given. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.
 */
trigger?: string
}[]
/**
 * Why the weather is asked for, recorded as given. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.
 */
trigger?: string
/**
 * BCP 47 tag; the answer's `lang` says which language was used. Costs no provider call.
 */
lang?: string
/**
 * metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m
 */
units?: ("metric" | "uk" | "imperial" | "si")
}
/**
 * The cities in their order
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
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
/**
 * Running and coming official warnings, one for each event: `sameAs` of the alert names the others that tell of it. Null: not known, which does not mean none
 */
alertIds: (string[] | null)
}
meta: {
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
/**
 * As X-Cache on a single answer
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
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
 */
available: boolean
points: {
/**
 * Start of the hour; amounts are that hour's
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
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
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
/**
 * As X-Cache on a single answer
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
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
 */
available: boolean
points: {
/**
 * Calendar day of the place
 */
date: string
/**
 * When that day starts there
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
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
/**
 * The provider's sentence about the day; English only
 */
summary: (string | null)
sunrise: (string | null)
sunset: (string | null)
moonrise: (string | null)
moonset: (string | null)
/**
 * 0 and 1 new moon, 0.25 first quarter, 0.5 full, 0.75 last quarter
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
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
/**
 * As X-Cache on a single answer
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
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * When the data was fetched
 */
utcOffsetSeconds: number
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * False where the source has no such data for the place, or what is held of it lies in the past: not the same as a dry hour. Then `points` is empty
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
 * The next hour in a sentence, made for the moment of the answer. It claims nothing of what is not known: dry minutes up to the last known one are “until at least”. Null where this minute is not known
 */
summary: ({
text: string
startsAt: (string | null)
endsAt: (string | null)
/**
 * The highest of the spell
 */
intensity: ("none" | "light" | "moderate" | "heavy" | "violent")
} | null)
}
meta: {
/**
 * When the data came from the provider
 */
fetchedAt: string
/**
 * False only when this request waited for a provider
 */
cacheHit: boolean
/**
 * By age alone. acceptable: a refresh runs behind this answer. emergency: served only because the provider fails or the budget is spent.
 */
freshness: ("fresh" | "acceptable" | "emergency")
/**
 * Provider id
 */
source: string
/**
 * As recorded; `unspecified` without one
 */
trigger: string
/**
 * Provider calls that this request made and waited for, failed ones included
 */
tokensUsed: number
/**
 * When the data stops being fresh
 */
expiresAt: string
ageSeconds: number
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
text: string
url: string
license: string
}
/**
 * As X-Cache on a single answer
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
units?: ("metric" | "uk" | "imperial" | "si")
lang?: string
format?: ("json" | "csv")
what?: ("observations" | "hourly" | "daily")
}
path: {

}
body: null
answer: {
/**
 * As asked for
 */
lat: number
/**
 * As asked for
 */
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * The unit of each kind of measurement in this answer
 */
units: {
temperature: string
windSpeed: string
precipitation: string
pressure: string
visibility: string
/**
 * Of water: snowfall melted
 */
snow: string
}
/**
 * Language of the texts
 */
lang: string
/**
 * Of the whole period, whatever the limit
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
observationCount: number
firstObservedAt: (string | null)
lastObservedAt: (string | null)
temperature: {
/**
 * Unit: temperature
 */
min: (number | null)
/**
 * Unit: temperature
 */
max: (number | null)
/**
 * Mean of the observations; unit: temperature
 */
mean: (number | null)
}
/**
 * Of each hour one observation counts, the one nearest to its end; hours without an amount count as nothing
 */
precipitationTotal: (number | null)
/**
 * Unit: windSpeed
 */
windGustMax: (number | null)
/**
 * Hourly forecasts against what was then observed within 30 minutes, by lead time; groups without a pair are left out. An hour is wet from 0.1 mm on; a source that sends no amount with a condition without precipitation counts as dry here.
 */
accuracy: {
/**
 * Lead time from issue to the hour forecast: over the group before, up to and including this. Groups: 1, 3, 6, 12, 24, 48, 72, 120, 168
 */
leadHours: number
/**
 * Pairs of a forecast and an observation that both have a temperature
 */
n: number
/**
 * Mean absolute error; unit: temperature
 */
temperatureMae: (number | null)
/**
 * Mean of forecast minus observed; unit: temperature
 */
temperatureBias: (number | null)
/**
 * Pairs of which is known on both sides whether the hour was wet
 */
precipitationN: number
/**
 * Probability of detection: of the wet hours, the share that had been forecast. Null without a wet hour
 */
precipitationHitRate: (number | null)
/**
 * False alarm ratio: of the hours forecast as wet, the share that stayed dry. Null without one
 */
precipitationFalseAlarmRate: (number | null)
}[]
/**
 * The calendar days of the place of which something was observed, in order
 */
days: {
/**
 * Calendar day of the place
 */
date: string
observationCount: number
/**
 * Of the observations; unit: temperature
 */
temperatureMin: (number | null)
/**
 * Of the observations; unit: temperature
 */
temperatureMax: (number | null)
/**
 * As in the whole period
 */
precipitationTotal: (number | null)
/**
 * As it was forecast last before the day began; unit: temperature
 */
forecastMin: (number | null)
/**
 * As it was forecast last before the day began; unit: temperature
 */
forecastMax: (number | null)
}[]
}
/**
 * Newest first
 * 
 * Items: What a provider reported as the weather of a moment; amounts are those of the 60 minutes before
 */
observations: {
/**
 * The moment that is described
 */
observedAt: string
/**
 * When it came from its provider
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
sunrise: (string | null)
sunset: (string | null)
}[]
/**
 * What had been forecast, by `validAt`; the issues of one moment newest first
 */
forecasts: {
hourly: {
/**
 * The start of the hour or day that is forecast
 */
validAt: string
/**
 * When the forecast came from its provider
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
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
isDay: (boolean | null)
}[]
daily: {
/**
 * The start of the hour or day that is forecast
 */
validAt: string
/**
 * Calendar day of the place
 */
date: string
/**
 * When the forecast came from its provider
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
 * Unit: temperature
 */
dewPoint: (number | null)
/**
 * Relative, percent
 */
humidity: (number | null)
/**
 * At sea level
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
 * Degrees, where the wind comes from
 */
windDirection: (number | null)
/**
 * Rain and snow together
 */
precipitation: (number | null)
/**
 * Unit: precipitation
 */
rain: (number | null)
/**
 * Unit: snow
 */
snow: (number | null)
/**
 * 0–1
 */
precipitationProbability: (number | null)
/**
 * From our closed list
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
 * Name of an icon, whose picture is at `/icons/{icon}.svg`
 */
icon: (string | null)
/**
 * The provider's sentence about the day; English only
 */
summary: (string | null)
sunrise: (string | null)
sunset: (string | null)
moonrise: (string | null)
moonset: (string | null)
/**
 * 0 and 1 new moon, 0.25 first quarter, 0.5 full, 0.75 last quarter
 */
moonPhase: (number | null)
}[]
}
/**
 * A list was cut: observations at their oldest, forecasts at their latest
 */
truncated: boolean
/**
 * The credits that the licences of the sources in this answer ask you to show
 */
attributions: {
/**
 * Provider id
 */
source: string
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
 * ISO 3166 alpha-2
 */
country: string
/**
 * State or region, where it is known
 */
state: (string | null)
lat: number
lon: number
/**
 * The name with what tells it from its namesakes
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
 * The names known
 */
answer: {
/**
 * What lies in the grid cell of the point, the greatest first
 */
places: {
/**
 * Does not depend on the language: fit for addresses
 */
name: string
/**
 * In the language asked for; `name` where it is not known in it
 */
localName: string
/**
 * ISO 3166 alpha-2
 */
country: string
/**
 * State or region, where it is known
 */
state: (string | null)
lat: number
lon: number
/**
 * From the point asked for, to a tenth
 */
distanceKm: number
/**
 * Whether it is one of the bundled towns
 */
inGazetteer: boolean
}[]
/**
 * Bundled towns within 25 km, the greater and nearer first
 */
near: {
/**
 * Does not depend on the language: fit for addresses
 */
name: string
/**
 * In the language asked for; `name` where it is not known in it
 */
localName: string
/**
 * ISO 3166 alpha-2
 */
country: string
/**
 * State or region, where it is known
 */
state: (string | null)
lat: number
lon: number
/**
 * From the point asked for, to a tenth
 */
distanceKm: number
/**
 * Whether it is one of the bundled towns
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
 * The most searched first
 */
checks: {
/**
 * Of the place; of the middle of its cell while it has no name
 */
lat: number
lon: number
/**
 * In English, from geocoding; null while nobody has found the place by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, where it is known
 */
state: (string | null)
/**
 * The name with what tells it from its namesakes
 */
label: (string | null)
/**
 * Searches of the last 30 days, one for each client, cell and hour
 */
searchCount: number
lastCheckedAt: string
/**
 * What the cache holds; null where it holds nothing that is still good
 */
current: ({
/**
 * °C
 */
temperature: (number | null)
condition: (("clear" | "mostly_clear" | "partly_cloudy" | "mostly_cloudy" | "overcast" | "haze" | "mist" | "fog" | "drizzle" | "light_rain" | "rain" | "heavy_rain" | "rain_showers" | "freezing_drizzle" | "freezing_rain" | "sleet" | "light_snow" | "snow" | "heavy_snow" | "snow_showers" | "hail" | "thunderstorm" | "thunderstorm_hail" | "dust" | "smoke" | "ash" | "squall" | "tornado") | null)
/**
 * Name of a bundled icon
 */
icon: (string | null)
/**
 * When the data came from the provider
 */
fetchedAt: string
} | null)
}[]
/**
 * `empty`: nothing was searched for in the last 30 days
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
 * The region, as far as it can be told
 */
answer: {
/**
 * Null where it cannot be told, as for local addresses
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
 * Degrees north, roughly
 */
lat: (number | null)
/**
 * Degrees east, roughly
 */
lon: (number | null)
/**
 * IANA name
 */
timezone: (string | null)
/**
 * `edge`: headers of the network in front of the service; `geoip`: a database of addresses
 */
source: ("edge" | "geoip")
} | null)
/**
 * By country
 */
suggestedUnits: ("metric" | "uk" | "imperial" | "si")
/**
 * By `Accept-Language`, then by country
 */
suggestedLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
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
 * Stays the same while the warning is renewed, extended or reworded; of one place: elsewhere the same warning has another
 */
id: string
/**
 * The agency that issued it; null where the source does not say
 */
senderName: (string | null)
/**
 * What is warned of, in the words of the agency
 */
event: string
/**
 * BCP 47, of its words; null where nothing tells
 */
language: (string | null)
/**
 * What it is about; `other` where it is none of the hazards that can be subscribed to
 */
kind: ("rain" | "thunderstorm" | "snow" | "ice" | "wind" | "heat" | "cold" | "fog" | "uv" | "flood" | "tornado" | "hurricane" | "airQuality" | "marine" | "other")
/**
 * When it begins, or when a running one was last confirmed
 */
start: string
/**
 * When the event ends; null where no end is stated
 */
end: (string | null)
/**
 * The text of the warning, with its line breaks; may be empty
 */
description: string
/**
 * In the words of CAP; null where nothing tells, which does not mean harmless
 */
severity: (("extreme" | "severe" | "moderate" | "minor") | null)
/**
 * stated: by the source. derived: from the level, the colour or the wording of the warning. Null with `severity`
 */
severitySource: (("stated" | "derived") | null)
urgency: ("immediate" | "expected" | "future" | "past" | "unknown")
certainty: ("observed" | "likely" | "possible" | "unlikely" | "unknown")
/**
 * By the times of the alert, at the moment of the answer; cancelled: called off, replaced or withdrawn
 */
state: ("upcoming" | "active" | "expired" | "cancelled")
/**
 * What people should do
 */
instruction: (string | null)
/**
 * Kinds of hazard, in the words of the source
 */
tags: string[]
/**
 * Names of the areas warned; empty where the source does not say
 */
areas: string[]
/**
 * Provider id
 */
source: string
/**
 * Ids of the other alerts of the place that tell of the same event: relayed by another source, or in another language
 */
sameAs: string[]
/**
 * The credit that the provider's licence asks you to show
 */
attribution: {
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
 * The active ones, newest first
 */
answer: {
/**
 * Active ones, newest first
 */
subscriptions: {
id: string
clientId: string
/**
 * Masked except to whoever posted it
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
 * Only where double opt-in is on: without it no mail is sent
 */
confirmed?: boolean
lang: string
/**
 * In which mails are written: English where they do not speak `lang`
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the answer to POST
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
 * A secret of the client, 1 to 128 visible ASCII characters, best a random UUID; kept as a keyed hash only
 */
clientId: string
/**
 * Compared without regard to case; an international domain is kept in ASCII
 */
email: string
/**
 * city types need cityLat and cityLon
 */
type: ("newsletter" | "city_weekly" | "city_alerts")
/**
 * What mails call the place
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
 * Switches the hazard rain on
 */
alertOnRain?: boolean
/**
 * Switches the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its threshold: `rain {minMmPerHour}`, `thunderstorm`, `snow {minMm}`, `ice`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality`, `marine`, `official` (any official warning). Besides: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Unknown keys are kept and named in `ignoredPreferences`. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; en where not given
 */
lang?: string
/**
 * metric where not given
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; the place's where not given
 */
timezone?: string
}
/**
 * The one there was, changed and active
 */
answer: {
subscription: {
id: string
clientId: string
/**
 * Masked except to whoever posted it
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
 * Only where double opt-in is on: without it no mail is sent
 */
confirmed?: boolean
lang: string
/**
 * In which mails are written: English where they do not speak `lang`
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the answer to POST
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
 * Keys of alertPrefs that mean nothing here
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
 * A secret of the client, 1 to 128 visible ASCII characters, best a random UUID; kept as a keyed hash only
 */
clientId: string
/**
 * Of a city_alerts subscription
 */
id: string
/**
 * Merged into what is stored; a null removes a preference
 */
alertPrefs: {
[k: string]: unknown | undefined
}
}
/**
 * The subscription as it is now
 */
answer: {
subscription: {
id: string
clientId: string
/**
 * Masked except to whoever posted it
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
 * Only where double opt-in is on: without it no mail is sent
 */
confirmed?: boolean
lang: string
/**
 * In which mails are written: English where they do not speak `lang`
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the answer to POST
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
 * Keys of alertPrefs that mean nothing here
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
 * A secret of the client, 1 to 128 visible ASCII characters, best a random UUID; kept as a keyed hash only
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
 * A city type needs cityLat and cityLon
 */
types: ("newsletter" | "city_weekly" | "city_alerts")[]
}
/**
 * How many, and which
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
 * Which part of the weather was wrong
 */
scope?: ("current" | "hourly" | "daily" | "minutely")
/**
 * What about it was wrong
 */
field?: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * What it really is, as a number or in words
 */
observedValue?: (number | string)
/**
 * The units in which the weather was shown, and in which `observedValue` is meant
 */
units?: ("metric" | "uk" | "imperial" | "si")
comment?: string
/**
 * The same as for subscriptions; kept as a keyed hash only
 */
clientId?: string
}
/**
 * Kept
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
 * What the service allows, and what is left of it
 */
answer: {
/**
 * The budget of the primary weather provider
 */
upstream: {
/**
 * warning from 80 %; soft_block from 95 %: only people waiting for an answer spend; hard_block: nobody does
 */
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * One decimal
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
 * Routes without a limit are left out
 */
requests: {
/**
 * As in the RateLimit headers
 */
name: string
route: string
/**
 * Requests per window and address
 */
limit: number
windowSeconds: number
}[]
/**
 * upstream and upstream-day: the primary weather provider; upstream-geocode: place names; upstream-tiles: map tiles; upstream-second and upstream-second-day: the second weather provider. Beyond its share an address gets what is known, then the next provider, then 429. Shares without a limit are left out
 */
shares: {
/**
 * As in the RateLimit headers of an answer that this limit has refused
 */
name: string
/**
 * Provider calls per window that the requests of one address may cause
 */
limit: number
windowSeconds: number
}[]
batch: {
maxCities: number
maxScopes: number
}
/**
 * Active ones
 */
subscriptions: {
maxPerEmail: number
maxPerClient: number
}
/**
 * How old data may be
 */
scopes: {
current: {
/**
 * Younger data is answered at once
 */
freshSeconds: number
/**
 * Until this age it is answered at once too, and refreshed
 */
staleSeconds: number
}
hourly: {
/**
 * Younger data is answered at once
 */
freshSeconds: number
/**
 * Until this age it is answered at once too, and refreshed
 */
staleSeconds: number
}
daily: {
/**
 * Younger data is answered at once
 */
freshSeconds: number
/**
 * Until this age it is answered at once too, and refreshed
 */
staleSeconds: number
}
minutely: {
/**
 * Younger data is answered at once
 */
freshSeconds: number
/**
 * Until this age it is answered at once too, and refreshed
 */
staleSeconds: number
}
alert: {
/**
 * Younger data is answered at once
 */
freshSeconds: number
/**
 * Until this age it is answered at once too, and refreshed
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
 * Whether pages may load the ad program's script
 */
scriptEnabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Whether a visitor must have consented before the script is loaded
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
 * Whether there is a publisher and a slot for it
 */
enabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Left out where the placement has no slot
 */
slotId?: string
/**
 * Shape of the unit
 */
format: ("horizontal" | "rectangle")
/**
 * Whether a visitor must have consented before the script is loaded
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
 * A path of ours for artwork, an https address for a photograph
 */
imageUrl: string
source: ("photo" | "artwork")
width: number
height: number
/**
 * The credit to be shown with a photograph; null for our own artwork
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
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es")
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
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es")
/**
 * Those in which it can be read
 * 
 * Items: Language of the text
 */
languages: ("en" | "de" | "fr" | "es")[]
title: string
/**
 * One sentence for search engines
 */
description: string
/**
 * Sanitised: no scripts, styles, forms or frames, and no pictures from elsewhere
 */
html: string
/**
 * May search engines list it
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
"/api/admin/cms-pages": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("slug" | "-slug")
format?: ("json" | "csv")
lang?: ("en" | "de" | "fr" | "es")
status?: ("shipped" | "published" | "hidden" | "unpublished")
}
path: {

}
body: null
answer: {
items: {
/**
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es")
title: string
/**
 * What the public sees of it
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * To be sent with the next change; 0: never touched
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
}[]
/**
 * How many match, on all pages
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
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang?: ("en" | "de" | "fr" | "es")
/**
 * The version that was read
 */
version?: number
/**
 * save (default): a new draft. publish: the text given, or the draft, becomes public. unpublish: nobody sees the page. discard: forget the draft. restore: a former revision becomes the draft. reset: back to the shipped text.
 */
action?: ("save" | "publish" | "unpublish" | "discard" | "restore" | "reset")
/**
 * Which to restore
 */
revision?: number
/**
 * How the body is written
 */
format?: ("markdown" | "html")
/**
 * Heading of the page
 */
title?: string
/**
 * One sentence for search engines
 */
description?: string
/**
 * May search engines list it
 */
indexable?: boolean
/**
 * Markdown, or HTML; HTML is cleaned when it is saved
 */
body?: string
}
answer: {
/**
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es")
title: string
/**
 * What the public sees of it
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * To be sent with the next change; 0: never touched
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
 */
html: string
} | null)
shipped: ({
/**
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
}[]
}
}
}
"/api/admin/cms-pages/{slug}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es")
}
path: {
slug: string
}
body: null
answer: {
/**
 * Name of the page in its address
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es")
title: string
/**
 * What the public sees of it
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * To be sent with the next change; 0: never touched
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
 */
html: string
} | null)
shipped: ({
/**
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
}[]
}
}
}
"/api/admin/cms-pages/{slug}/revisions/{revision}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es")
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
 * How the body is written
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * May search engines list it
 */
indexable: boolean
body: string
/**
 * What the public sees, sanitised
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
lang?: ("en" | "de" | "fr" | "es")
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
 * How the body is written
 */
format: ("markdown" | "html")
/**
 * Markdown, or HTML; HTML is cleaned when it is saved
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
"/api/cron/weekly-digests": {
get: {
query: {
dryRun?: ("1" | "0" | "true" | "false")
}
path: {

}
body: null
/**
 * What the run came to
 */
answer: {
job: ("weekly-digests" | "weather-alerts")
/**
 * Of the run under way where the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is tried again at the next call; `already_running`: the counts are those so far
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
 * Active, confirmed subscriptions that were looked at
 */
subscriptions: number
/**
 * Their addresses
 */
recipients: number
/**
 * Distinct places of which something was due
 */
cities: number
/**
 * Mails that were decided by this run; of a dry run, those that a real run would add
 */
enqueued: number
/**
 * Those of them that were sent before this answer; the rest is on its way. 0 in a dry run
 */
sent: number
/**
 * Addresses for which nothing was due, or that are on the suppression list
 */
skipped: number
/**
 * Addresses none of whose places had weather, which the next call tries again, and mails that were refused
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
 * What the run came to
 */
answer: {
job: ("weekly-digests" | "weather-alerts")
/**
 * Of the run under way where the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is tried again at the next call; `already_running`: the counts are those so far
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
 * Active, confirmed subscriptions that were looked at
 */
subscriptions: number
/**
 * Distinct places
 */
cells: number
/**
 * How each source did, by provider id: places by outcome (`ok`, `failed` …); of a dry run `due`: a real run would ask
 */
sources: {
[k: string]: {
[k: string]: number | undefined
} | undefined
}
/**
 * Hazards that somebody was to be told of
 */
matches: number
/**
 * Mails that were decided by this run; of a dry run, those that a real run would add
 */
enqueued: number
/**
 * Those of them that were sent before this answer; the rest is on its way. 0 in a dry run
 */
sent: number
/**
 * Mails to addresses on the suppression list, of those `enqueued`
 */
suppressed: number
/**
 * Places that could not be evaluated, and mails that were refused
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
 * What waits for the confirmation
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
 * What is confirmed now; empty when the link was used before
 */
confirmed: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * What goes beyond the address's limit and stays unconfirmed
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
 * What the link ended, now or the time before; after an undo, what is back
 */
subscriptions: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * Null where there is nothing to undo
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
 * What the link ended, now or the time before; after an undo, what is back
 */
subscriptions: {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}[]
/**
 * Null where there is nothing to undo
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
 * What happened
 */
type: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
/**
 * Path of the page. Query and fragment are cut off; what is left has at most 256 characters.
 */
path: string
/**
 * Where the visitor came from; only the host of another site is kept
 */
referrer?: string
/**
 * Which one, of several
 */
name?: string
/**
 * How much: seconds, percent, or in the unit of the vital sign
 */
value?: number
/**
 * The ad slot that was seen
 */
slotId?: string
} | {
events: {
/**
 * What happened
 */
type: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
/**
 * Path of the page. Query and fragment are cut off; what is left has at most 256 characters.
 */
path: string
/**
 * Where the visitor came from; only the host of another site is kept
 */
referrer?: string
/**
 * Which one, of several
 */
name?: string
/**
 * How much: seconds, percent, or in the unit of the vital sign
 */
value?: number
/**
 * The ad slot that was seen
 */
slotId?: string
}[]
})
/**
 * Taken; written within a second
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
 * Code of the second factor, where there is one, or a recovery code
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * Who
 */
answer: {
authenticated: boolean
user: ({
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * Of the mail: BCP 47, default en
 */
lang?: string
}
/**
 * Taken
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
 * 10 to 200 characters
 */
password: string
/**
 * Of the mail: BCP 47, default en
 */
lang?: string
}
/**
 * Set
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * It can be taken up
 */
answer: {
invite: {
email: string
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * 10 to 200 characters
 */
password: string
/**
 * How people are called in lists and mails
 */
displayName?: string
}
/**
 * The account can be used; the cookie is set
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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
 * Begun; the secret is shown once
 */
answer: {
/**
 * Base 32, for those who type it
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
 * Six digits, or a recovery code
 */
code?: string
password?: string
}
/**
 * There is none any more
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
 * Six digits, or a recovery code
 */
code: string
}
/**
 * In force from now on; the codes are shown once
 */
answer: {
/**
 * Each is good once, when the device is lost
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
 * 10 to 200 characters
 */
newPassword: string
/**
 * Code of the second factor, where there is one, or a recovery code
 */
totp?: string
/**
 * Of the mail: BCP 47, default en
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
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

}
path: {

}
body: null
/**
 * All that are live
 */
answer: {
items: {
id: string
/**
 * The session of this request
 */
current: boolean
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * To the minute
 */
lastSeenAt: string
/**
 * When it ends at the latest, if it is not used any more
 */
expiresAt: string
/**
 * As the browser called itself
 */
userAgent: (string | null)
/**
 * Where it began, ISO 3166 alpha-2
 */
country: (string | null)
}[]
total: number
nextCursor: null
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
 * How many
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Signs in with a second factor
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
 * How many match, on all pages
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
 * Compared without regard to case
 */
email: string
/**
 * How people are called in lists and mails
 */
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
/**
 * 10 to 200 characters
 */
password: string
}
/**
 * Made
 */
answer: {
user: {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Signs in with a second factor
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
 * Compared without regard to case
 */
email: string
/**
 * How people are called in lists and mails
 */
displayName?: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
/**
 * Of the mail: BCP 47, default en
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Signs in with a second factor
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
 * Only when no mail can be sent: hand it over yourself; it is shown once
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
 * How people are called in lists and mails
 */
displayName?: string
/**
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role?: ("viewer" | "editor" | "owner")
disabled?: boolean
/**
 * The version that was read; an older one is refused
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
 * owner: everything; editor: content, mail and subscriptions; viewer: reading
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Signs in with a second factor
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
 * Who; null for the command line and the development bypass
 */
userId: (string | null)
/**
 * E-mail address at that time, or what stands for one
 */
actor: string
/**
 * Keyed hash of the address it came from
 */
client: (string | null)
/**
 * Country of that address, ISO 3166 alpha-2
 */
country: (string | null)
/**
 * The same as in the log
 */
requestId: (string | null)
/**
 * What was done
 */
action: string
objectType: string
/**
 * Which one
 */
objectId: (string | null)
/**
 * What differed before; secrets are masked
 */
before: ({
[k: string]: unknown | undefined
} | null)
/**
 * What differs after; secrets are masked
 */
after: ({
[k: string]: unknown | undefined
} | null)
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * What there are entries of, whatever the filters
 */
kinds?: {
actions: string[]
objectTypes: string[]
}
}
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
 * Of the place; of the middle of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null while nobody has found the place by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, where it is known
 */
state: (string | null)
/**
 * The name with what tells it from its namesakes
 */
label: (string | null)
/**
 * One for each client
 */
searches: number
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
totals?: {
/**
 * All of the last 30 days
 */
searches: number
/**
 * That were searched for in the last 30 days
 */
places: number
}
/**
 * By UTC day, the last 30; days without any are left out
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
 * Of the place; of the middle of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null while nobody has found the place by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, where it is known
 */
state: (string | null)
/**
 * The name with what tells it from its namesakes
 */
label: (string | null)
/**
 * The largest bundled town around, where the place has no name
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
 * Reports of inaccurate data that nobody has dealt with
 */
openReports: number
/**
 * All reports of inaccurate data
 */
reports: number
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
totals?: {
/**
 * That were searched for in the last 30 days
 */
places: number
/**
 * For them
 */
searches: number
/**
 * With reports of inaccurate data
 */
reportedPlaces: number
/**
 * That nobody has dealt with
 */
openReports: number
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
 * What is said to be wrong
 */
field: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * What it really was, as sent
 */
observedValue: (number | string | null)
/**
 * The units of that value; null where they were not said
 */
units: (("metric" | "uk" | "imperial" | "si") | null)
comment: (string | null)
/**
 * What was being shown there, in canonical units (°C, m/s, mm, hPa, m)
 */
shown: {
[k: string]: unknown | undefined
}[]
/**
 * open: nobody has dealt with it yet
 */
state: ("open" | "resolved" | "dismissed")
stateChangedAt: (string | null)
version: number
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * All reports by state, whatever the filters
 */
totals?: {
open: number
resolved: number
dismissed: number
}
/**
 * Reports by UTC day, the last 90 days; days without any are left out
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
 * open: nobody has dealt with it yet
 */
state: ("open" | "resolved" | "dismissed")
/**
 * The version that was read; an older one is refused
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
 * What is said to be wrong
 */
field: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * What it really was, as sent
 */
observedValue: (number | string | null)
/**
 * The units of that value; null where they were not said
 */
units: (("metric" | "uk" | "imperial" | "si") | null)
comment: (string | null)
/**
 * What was being shown there, in canonical units (°C, m/s, mm, hPa, m)
 */
shown: {
[k: string]: unknown | undefined
}[]
/**
 * open: nobody has dealt with it yet
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
 * Type of event
 */
type: string
/**
 * Which one, of several; empty: none
 */
name: string
dimension: ("all" | "path" | "referrer" | "slot" | "device" | "browser")
/**
 * Of the dimension; `(other)`: what is beyond the most frequent
 */
key: string
events: number
/**
 * Distinct within each hour or day; over several of them the sum
 */
visitors: number
/**
 * Sum of the values, where events have one
 */
valueSum: (number | null)
/**
 * 75th percentile of the values
 */
valueP75: (number | null)
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * By type of event, over the period
 */
totals?: {
type: string
events: number
/**
 * Distinct within each hour or day; over several of them the sum
 */
visitors: number
/**
 * Sum of the values, where events have one
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
 * Distinct within each hour or day; over several of them the sum
 */
visitors: number
/**
 * Sum of the values, where events have one
 */
valueSum: (number | null)
}[]
/**
 * The 10 most frequent of each dimension, for the type of event that is asked for, else for page views
 */
top?: {
dimension: string
key: string
events: number
/**
 * Distinct within each hour or day; over several of them the sum
 */
visitors: number
/**
 * Sum of the values, where events have one
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
"/api/admin/jobs": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("startedAt" | "-startedAt")
format?: ("json" | "csv")
job?: ("weekly-digests" | "weather-alerts")
status?: ("running" | "completed" | "partial" | "failed" | "interrupted")
trigger?: ("scheduler" | "cron" | "admin")
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
job: ("weekly-digests" | "weather-alerts")
/**
 * Who started it
 */
trigger: ("scheduler" | "cron" | "admin")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it is taken up again soon
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts, a second old at most while it runs
 */
progress: {
[k: string]: number | undefined
}
/**
 * What it came to
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}[]
/**
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * Real runs by UTC day, the last 30 days; failed: those that failed, wholly or in part, or were cut off
 */
series?: {
day: string
job: ("weekly-digests" | "weather-alerts")
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
 * Only say what would go out
 */
dryRun?: boolean
}
/**
 * Under way
 */
answer: {
/**
 * already_running: the run is another one, which is under way
 */
status: ("started" | "already_running")
run: {
id: string
job: ("weekly-digests" | "weather-alerts")
/**
 * Who started it
 */
trigger: ("scheduler" | "cron" | "admin")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it is taken up again soon
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts, a second old at most while it runs
 */
progress: {
[k: string]: number | undefined
}
/**
 * What it came to
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}
/**
 * Of a dry run: the first mails that would go out, addresses masked
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
 * With what became of its mails
 */
answer: {
run: {
id: string
job: ("weekly-digests" | "weather-alerts")
/**
 * Who started it
 */
trigger: ("scheduler" | "cron" | "admin")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it is taken up again soon
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts, a second old at most while it runs
 */
progress: {
[k: string]: number | undefined
}
/**
 * What it came to
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}
/**
 * What became of the mails that it decided
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
 * In which mails are written: English where they do not speak `lang`
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
 * Without it no mail is sent
 */
confirmed: boolean
deactivatedAt: (string | null)
/**
 * client: over the API; mail: by a link in a mail; admin: in the back office
 */
deactivatedBy: (("client" | "mail" | "admin") | null)
version: number
}[]
/**
 * How many match, on all pages
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
 * The version that was read; an older one is refused
 */
version?: number
/**
 * false ends it and takes its waiting mails back
 */
active?: boolean
/**
 * What mails call the place
 */
cityName?: string
/**
 * city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly
 */
frequency?: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
/**
 * Switches the hazard rain on
 */
alertOnRain?: boolean
/**
 * Switches the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its threshold: `rain {minMmPerHour}`, `thunderstorm`, `snow {minMm}`, `ice`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality`, `marine`, `official` (any official warning). Besides: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Unknown keys are kept and named in `ignoredPreferences`. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; en where not given
 */
lang?: string
/**
 * metric where not given
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; the place's where not given
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
 * In which mails are written: English where they do not speak `lang`
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
 * Without it no mail is sent
 */
confirmed: boolean
deactivatedAt: (string | null)
/**
 * client: over the API; mail: by a link in a mail; admin: in the back office
 */
deactivatedBy: (("client" | "mail" | "admin") | null)
version: number
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
 * Compared without regard to case
 */
email: string
}
/**
 * Lists are empty where nothing is held
 */
answer: {
/**
 * ISO 8601, UTC
 */
exportedAt: string
/**
 * As it was asked for
 */
email: string
/**
 * All, ended ones too
 */
subscriptions: {
[k: string]: unknown | undefined
}[]
/**
 * Confirmation mails that were asked for
 */
confirmations: {
[k: string]: unknown | undefined
}[]
/**
 * Of the last 30 days, with what was answered to them; what opens something is masked
 */
mails: {
[k: string]: unknown | undefined
}[]
/**
 * Why nothing is sent
 */
suppression: ({
[k: string]: unknown | undefined
} | null)
/**
 * The last digest of each frequency
 */
digests: {
[k: string]: unknown | undefined
}[]
/**
 * What it was told of and is still remembered
 */
alerts: {
[k: string]: unknown | undefined
}[]
/**
 * Reports of inaccurate data whose text holds the address
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
 * Compared without regard to case
 */
email: string
}
/**
 * Erased; all 0 where nothing was held
 */
answer: {
erased: {
/**
 * Subscriptions
 */
subscriptions: number
/**
 * Confirmation mails that were asked for
 */
confirmations: number
/**
 * Mails of the last 30 days, waiting ones too
 */
mails: number
/**
 * Reports of inaccurate data whose text held the address; the text is gone
 */
reports: number
/**
 * Mails in `DATA_DIR/mail` of the node that answers, however old; 0 where mail goes to a server
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
 * Distinct addresses that get mail
 */
subscribers: number
/**
 * Active and confirmed
 */
active: number
/**
 * Active, waiting for their confirmation
 */
unconfirmed: number
/**
 * Ended within the last 30 days
 */
inactive: number
/**
 * Active and confirmed ones
 */
byType: {
[k: string]: number | undefined
}
/**
 * Active and confirmed ones
 */
byFrequency: {
[k: string]: number | undefined
}
/**
 * Active and confirmed ones, without regions
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
 * How long the one that is due longest has been due
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
 * New, as far as they are still kept
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
 * Decided on that day
 */
enqueued: number
/**
 * Of them sent
 */
sent: number
/**
 * Refused, or set aside after their tries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn, or no longer worth sending
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
 * Which kind of mail; message where not given
 */
template?: string
/**
 * en where not given
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
/**
 * As it stands
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
 * failed: refused for good, or set aside after its tries; expired: no longer worth sending; withdrawn: its receiver had unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * What the mail server said last; null for viewers
 */
lastError: (string | null)
/**
 * The job run or the message that decided it
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Of a waiting one: not tried before
 */
nextAttemptAt: (string | null)
/**
 * Not worth sending after it
 */
dropAfter: (string | null)
/**
 * When it stopped waiting
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
 * One address; or audience
 */
to?: string
audience?: {
/**
 * Confirmed readers of the newsletter
 */
type: "newsletter"
/**
 * Only readers of these, without region; all where left out
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
 * Kept; its mails follow
 */
answer: {
message: {
id: string
/**
 * Null: it is for one address, and in that mail alone
 */
subject: (string | null)
/**
 * Languages empty: all; null: one address
 */
audience: ({
type: "newsletter"
languages: string[]
} | null)
/**
 * Mails that were put into the outbox so far
 */
recipients: number
/**
 * Whether mails are still being put into the outbox
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
 * With what became of its mails
 */
answer: {
message: {
id: string
/**
 * Null: it is for one address, and in that mail alone
 */
subject: (string | null)
/**
 * Languages empty: all; null: one address
 */
audience: ({
type: "newsletter"
languages: string[]
} | null)
/**
 * Mails that were put into the outbox so far
 */
recipients: number
/**
 * Whether mails are still being put into the outbox
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
 * Refused, or set aside after their tries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn, or no longer worth sending
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
 * failed: refused for good, or set aside after its tries; expired: no longer worth sending; withdrawn: its receiver had unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * What the mail server said last; null for viewers
 */
lastError: (string | null)
/**
 * The job run or the message that decided it
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Of a waiting one: not tried before
 */
nextAttemptAt: (string | null)
/**
 * Not worth sending after it
 */
dropAfter: (string | null)
/**
 * When it stopped waiting
 */
settledAt: (string | null)
}[]
/**
 * How many match, on all pages
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
 * As it stands
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
 * failed: refused for good, or set aside after its tries; expired: no longer worth sending; withdrawn: its receiver had unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * What the mail server said last; null for viewers
 */
lastError: (string | null)
/**
 * The job run or the message that decided it
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Of a waiting one: not tried before
 */
nextAttemptAt: (string | null)
/**
 * Not worth sending after it
 */
dropAfter: (string | null)
/**
 * When it stopped waiting
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
 * What the mail server said; null for viewers
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
 * It waits again
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
 * failed: refused for good, or set aside after its tries; expired: no longer worth sending; withdrawn: its receiver had unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * What the mail server said last; null for viewers
 */
lastError: (string | null)
/**
 * The job run or the message that decided it
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Of a waiting one: not tried before
 */
nextAttemptAt: (string | null)
/**
 * Not worth sending after it
 */
dropAfter: (string | null)
/**
 * When it stopped waiting
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
 * Keyed hash of the address: the address itself is not kept
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
 * How many match, on all pages
 */
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * All of them, by reason
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
 * The address; it is not kept
 */
email?: string
/**
 * As the list names it
 */
addressHash?: string
/**
 * false lifts it
 */
suppressed: boolean
/**
 * manual where none is given; with unsubscribed it still gets what it asks for itself
 */
reason?: ("complaint" | "manual" | "unsubscribed")
/**
 * For colleagues; holds no address
 */
note?: (string | null)
/**
 * The version that was read; an older one is refused
 */
version?: number
}
/**
 * As it is now
 */
answer: {
/**
 * Null: there is none
 */
suppression: ({
/**
 * Keyed hash of the address: the address itself is not kept
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
 * The kind of mail
 */
id: string
/**
 * When it is sent
 */
description: string
/**
 * Belongs to a subscription
 */
unsubscribable: boolean
/**
 * About an account: changed and tried by owners only, and with no address but those of this site
 */
ownerOnly: boolean
/**
 * false: as shipped
 */
edited: boolean
/**
 * Why mails are as shipped although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 as shipped
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
}[]
/**
 * How many match, on all pages
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
 * The kind of mail
 */
id: string
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * What stands in the body: MJML with Liquid in it
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}
/**
 * The next mail uses it
 */
answer: {
template: {
/**
 * The kind of mail
 */
id: string
/**
 * When it is sent
 */
description: string
/**
 * Belongs to a subscription
 */
unsubscribable: boolean
/**
 * About an account: changed and tried by owners only, and with no address but those of this site
 */
ownerOnly: boolean
/**
 * false: as shipped
 */
edited: boolean
/**
 * Why mails are as shipped although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 as shipped
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * What is used
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * What a reset goes back to
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Made-up mails to preview it with; the first is the usual one
 */
samples: string[]
}
/**
 * The first sample in English; null where what is stored cannot be rendered by this release, and mails are as shipped
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
 * The kind of mail
 */
id: string
/**
 * The version that was read, 0 as shipped; an older one is refused
 */
version?: number
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * What stands in the body: MJML with Liquid in it
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}
/**
 * The next mail uses it
 */
answer: {
template: {
/**
 * The kind of mail
 */
id: string
/**
 * When it is sent
 */
description: string
/**
 * Belongs to a subscription
 */
unsubscribable: boolean
/**
 * About an account: changed and tried by owners only, and with no address but those of this site
 */
ownerOnly: boolean
/**
 * false: as shipped
 */
edited: boolean
/**
 * Why mails are as shipped although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 as shipped
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * What is used
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * What a reset goes back to
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Made-up mails to preview it with; the first is the usual one
 */
samples: string[]
}
/**
 * The first sample in English; null where what is stored cannot be rendered by this release, and mails are as shipped
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
 * As it is used
 */
answer: {
template: {
/**
 * The kind of mail
 */
id: string
/**
 * When it is sent
 */
description: string
/**
 * Belongs to a subscription
 */
unsubscribable: boolean
/**
 * About an account: changed and tried by owners only, and with no address but those of this site
 */
ownerOnly: boolean
/**
 * false: as shipped
 */
edited: boolean
/**
 * Why mails are as shipped although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 as shipped
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * What is used
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * What a reset goes back to
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Made-up mails to preview it with; the first is the usual one
 */
samples: string[]
}
/**
 * The first sample in English; null where what is stored cannot be rendered by this release, and mails are as shipped
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
 * Not needed
 */
body: ({
/**
 * The version that was read, 0 as shipped; an older one is refused
 */
version?: number
} | null)
/**
 * As shipped
 */
answer: {
template: {
/**
 * The kind of mail
 */
id: string
/**
 * When it is sent
 */
description: string
/**
 * Belongs to a subscription
 */
unsubscribable: boolean
/**
 * About an account: changed and tried by owners only, and with no address but those of this site
 */
ownerOnly: boolean
/**
 * false: as shipped
 */
edited: boolean
/**
 * Why mails are as shipped although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 as shipped
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * What is used
 */
sources: {
subject: string
mjml: string
text: string
}
/**
 * What a reset goes back to
 */
shipped: {
subject: string
mjml: string
text: string
}
/**
 * Made-up mails to preview it with; the first is the usual one
 */
samples: string[]
}
/**
 * The first sample in English; null where what is stored cannot be rendered by this release, and mails are as shipped
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
 * What stands in the body: MJML with Liquid in it
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
/**
 * Which of its samples
 */
sample?: string
/**
 * en where not given
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * metric where not given
 */
units?: ("metric" | "uk" | "imperial" | "si")
}
/**
 * What a reader would get
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

}
path: {

}
body: null
answer: {
items: {
/**
 * Which
 */
id: string
kind: ("weather_provider" | "alert_feed" | "mail_transport" | "mail_service" | "photo_service" | "ad_program")
/**
 * By the last check of what is set now, or by the calls of ordinary work since then: `failing` when the last ones all failed; `unknown` when it has not been asked for a day, or not since it was set as it is now
 */
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
/**
 * What the back office says
 */
enabled: boolean
/**
 * When it was last asked, by a check or in ordinary work
 */
checkedAt: (string | null)
/**
 * How long that took
 */
latencyMs: (number | null)
/**
 * For people
 */
message: string
/**
 * What is in force; no secrets
 */
settings: {
[k: string]: unknown | undefined
}
/**
 * Of what is set; 0 while nothing is
 */
version: number
}[]
total: number
/**
 * There is one page
 */
nextCursor: null
/**
 * Whether ADMIN_SECRET is the one that the database was sealed with
 */
adminSecret: {
status: ("ok" | "wrong")
message: string
}
/**
 * Where common mail services take mail
 */
smtpPresets: {
name: string
host: string
port: number
security: ("tls" | "starttls" | "opportunistic" | "none")
}[]
}
}
patch: {
query: {

}
path: {

}
body: {
/**
 * Which
 */
id: string
/**
 * Whether the service may use it
 */
enabled?: boolean
/**
 * mail-transport: preset, host, port, security, user, password, from, connections. photo-service: apiKey. What is left out stays; null takes everything back to the environment
 */
settings?: ({
[k: string]: unknown | undefined
} | null)
/**
 * Ask it live, after the change: at most one call, at most five seconds
 */
check?: boolean
/**
 * Overwrite a stored secret that cannot be read; refused without it
 */
replace?: boolean
/**
 * The version that was read; an older one is refused
 */
version?: number
}
answer: {
/**
 * Which
 */
id: string
kind: ("weather_provider" | "alert_feed" | "mail_transport" | "mail_service" | "photo_service" | "ad_program")
/**
 * By the last check of what is set now, or by the calls of ordinary work since then: `failing` when the last ones all failed; `unknown` when it has not been asked for a day, or not since it was set as it is now
 */
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
/**
 * What the back office says
 */
enabled: boolean
/**
 * When it was last asked, by a check or in ordinary work
 */
checkedAt: (string | null)
/**
 * How long that took
 */
latencyMs: (number | null)
/**
 * For people
 */
message: string
/**
 * What is in force; no secrets
 */
settings: {
[k: string]: unknown | undefined
}
/**
 * Of what is set; 0 while nothing is
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
 * Is there a key to use?
 */
configured: boolean
/**
 * Where it comes from; one that is stored goes before the environment’s
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
 * Why a stored one cannot be used; the environment’s is used meanwhile, if there is one
 */
problem: (string | null)
/**
 * Of what is set; 0 while nothing is
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
 * Visible characters without spaces; null: the stored one goes, and the environment’s counts
 */
key: (string | null)
/**
 * Try it first, with one call (default true)
 */
verify?: boolean
/**
 * Overwrite a stored secret that cannot be read; refused without it
 */
replace?: boolean
/**
 * The version that was read; an older one is refused
 */
version?: number
}
answer: {
/**
 * Is there a key to use?
 */
configured: boolean
/**
 * Where it comes from; one that is stored goes before the environment’s
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
 * Why a stored one cannot be used; the environment’s is used meanwhile, if there is one
 */
problem: (string | null)
/**
 * Of what is set; 0 while nothing is
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
 * Is there a key to use?
 */
configured: boolean
/**
 * Where it comes from; one that is stored goes before the environment’s
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
 * Why a stored one cannot be used; the environment’s is used meanwhile, if there is one
 */
problem: (string | null)
/**
 * Of what is set; 0 while nothing is
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
 * Visible characters without spaces; null: the stored one goes, and the environment’s counts
 */
key: (string | null)
/**
 * Try it first, with one call (default true)
 */
verify?: boolean
/**
 * Overwrite a stored secret that cannot be read; refused without it
 */
replace?: boolean
/**
 * The version that was read; an older one is refused
 */
version?: number
}
answer: {
/**
 * Is there a key to use?
 */
configured: boolean
/**
 * Where it comes from; one that is stored goes before the environment’s
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
 * Why a stored one cannot be used; the environment’s is used meanwhile, if there is one
 */
problem: (string | null)
/**
 * Of what is set; 0 while nothing is
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
 * `partial`: it goes on by itself within a minute, or at the next call
 */
status: ("completed" | "partial" | "failed" | "already_running")
/**
 * What is under way
 */
phase: (("suppressions" | "contacts" | "push") | null)
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while it is under way
 */
finishedAt: (string | null)
suppressions: {
/**
 * New ones of the service
 */
read: number
/**
 * Those that changed anything here
 */
added: number
}
contacts: {
/**
 * Contacts of the service that were looked at
 */
read: number
/**
 * Those who told the service that they want no mail: suppressed here from now on
 */
unsubscribed: number
/**
 * Those who were erased here: removed there too
 */
removed: number
/**
 * Addresses here that were looked at
 */
subscribers: number
/**
 * Those that the service was told of
 */
pushed: number
/**
 * Those that it rejected
 */
failed: number
}
/**
 * Why it failed
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
 * The values in force
 */
settings: {
/**
 * How long current weather is fresh, in milliseconds: after that a request refreshes it
 */
refreshIntervalMs: number
/**
 * Calls to the primary weather product per day (UTC)
 */
upstreamDailyLimit: number
/**
 * Calls to the primary weather product per minute
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which its status is `warning`; not above upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only people waiting for an answer may spend: refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls that the requests of one address may cause per minute; 0: no limit. By default a third of upstreamMinuteLimit
 */
clientCallsPerMinute: number
/**
 * Weather calls that the requests of one address may cause per day; 0: no limit. By default a tenth of upstreamDailyLimit
 */
clientCallsPerDay: number
/**
 * Share of a day's budget that the jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which the digests are made, where this service runs its jobs itself
 */
digestHourUtc: number
/**
 * Minutes between two looks for alerts, where this service runs its jobs itself
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Mails a second that each node hands to the mail server at most
 */
mailPerSecond: number
/**
 * Days for which observations and forecasts are kept. When it is lowered, what is older is deleted for good within hours
 */
retentionDays: number
/**
 * Days for which each single provider call is kept. Sums by hour and by day are kept apart from that
 */
callRetentionDays: number
/**
 * Page views and other events that each node takes in a day (UTC), of one address at most a hundredth. A hundred thousand take some 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * What the site calls itself in pages and mails
 */
siteName: string
/**
 * Who runs the site, as the shipped texts name them
 */
operatorName: (string | null)
/**
 * How to reach who runs the site: an e-mail address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Requests of one address per minute under the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * What each would be if it were not set
 */
defaults: {
/**
 * How long current weather is fresh, in milliseconds: after that a request refreshes it
 */
refreshIntervalMs: number
/**
 * Calls to the primary weather product per day (UTC)
 */
upstreamDailyLimit: number
/**
 * Calls to the primary weather product per minute
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which its status is `warning`; not above upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only people waiting for an answer may spend: refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls that the requests of one address may cause per minute; 0: no limit. By default a third of upstreamMinuteLimit
 */
clientCallsPerMinute: number
/**
 * Weather calls that the requests of one address may cause per day; 0: no limit. By default a tenth of upstreamDailyLimit
 */
clientCallsPerDay: number
/**
 * Share of a day's budget that the jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which the digests are made, where this service runs its jobs itself
 */
digestHourUtc: number
/**
 * Minutes between two looks for alerts, where this service runs its jobs itself
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Mails a second that each node hands to the mail server at most
 */
mailPerSecond: number
/**
 * Days for which observations and forecasts are kept. When it is lowered, what is older is deleted for good within hours
 */
retentionDays: number
/**
 * Days for which each single provider call is kept. Sums by hour and by day are kept apart from that
 */
callRetentionDays: number
/**
 * Page views and other events that each node takes in a day (UTC), of one address at most a hundredth. A hundred thousand take some 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * What the site calls itself in pages and mails
 */
siteName: string
/**
 * Who runs the site, as the shipped texts name them
 */
operatorName: (string | null)
/**
 * How to reach who runs the site: an e-mail address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Requests of one address per minute under the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * By setting: which values it may have, and what it means
 */
bounds: {
[k: string]: {
/**
 * What it belongs to
 */
group: string
meaning: string
type: ("integer" | "number" | "string")
minimum?: number
maximum?: number
/**
 * The only values there are
 */
choices?: number[]
/**
 * Characters
 */
maxLength?: number
/**
 * Whether null is a value: not said
 */
mayBeNull: boolean
} | undefined
}
/**
 * By variable: what the process was started with
 */
environment: {
[k: string]: {
/**
 * Whether it has a value, from the environment or by default
 */
configured: boolean
/**
 * Always null for a secret
 */
value: (string | number | boolean | null)
} | undefined
}
/**
 * Raised by every change; 0 while nothing was ever set
 */
version: number
/**
 * When something was set last
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
 * The version that was read; an older one is refused
 */
version?: number
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
 * The values in force
 */
settings: {
/**
 * How long current weather is fresh, in milliseconds: after that a request refreshes it
 */
refreshIntervalMs: number
/**
 * Calls to the primary weather product per day (UTC)
 */
upstreamDailyLimit: number
/**
 * Calls to the primary weather product per minute
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which its status is `warning`; not above upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only people waiting for an answer may spend: refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls that the requests of one address may cause per minute; 0: no limit. By default a third of upstreamMinuteLimit
 */
clientCallsPerMinute: number
/**
 * Weather calls that the requests of one address may cause per day; 0: no limit. By default a tenth of upstreamDailyLimit
 */
clientCallsPerDay: number
/**
 * Share of a day's budget that the jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which the digests are made, where this service runs its jobs itself
 */
digestHourUtc: number
/**
 * Minutes between two looks for alerts, where this service runs its jobs itself
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Mails a second that each node hands to the mail server at most
 */
mailPerSecond: number
/**
 * Days for which observations and forecasts are kept. When it is lowered, what is older is deleted for good within hours
 */
retentionDays: number
/**
 * Days for which each single provider call is kept. Sums by hour and by day are kept apart from that
 */
callRetentionDays: number
/**
 * Page views and other events that each node takes in a day (UTC), of one address at most a hundredth. A hundred thousand take some 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * What the site calls itself in pages and mails
 */
siteName: string
/**
 * Who runs the site, as the shipped texts name them
 */
operatorName: (string | null)
/**
 * How to reach who runs the site: an e-mail address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Requests of one address per minute under the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * What each would be if it were not set
 */
defaults: {
/**
 * How long current weather is fresh, in milliseconds: after that a request refreshes it
 */
refreshIntervalMs: number
/**
 * Calls to the primary weather product per day (UTC)
 */
upstreamDailyLimit: number
/**
 * Calls to the primary weather product per minute
 */
upstreamMinuteLimit: number
/**
 * Share of a limit from which its status is `warning`; not above upstreamSoftBlockShare
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only people waiting for an answer may spend: refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls that the requests of one address may cause per minute; 0: no limit. By default a third of upstreamMinuteLimit
 */
clientCallsPerMinute: number
/**
 * Weather calls that the requests of one address may cause per day; 0: no limit. By default a tenth of upstreamDailyLimit
 */
clientCallsPerDay: number
/**
 * Share of a day's budget that the jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which the digests are made, where this service runs its jobs itself
 */
digestHourUtc: number
/**
 * Minutes between two looks for alerts, where this service runs its jobs itself
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Mails a second that each node hands to the mail server at most
 */
mailPerSecond: number
/**
 * Days for which observations and forecasts are kept. When it is lowered, what is older is deleted for good within hours
 */
retentionDays: number
/**
 * Days for which each single provider call is kept. Sums by hour and by day are kept apart from that
 */
callRetentionDays: number
/**
 * Page views and other events that each node takes in a day (UTC), of one address at most a hundredth. A hundred thousand take some 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * What the site calls itself in pages and mails
 */
siteName: string
/**
 * Who runs the site, as the shipped texts name them
 */
operatorName: (string | null)
/**
 * How to reach who runs the site: an e-mail address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Requests of one address per minute under the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests of one address per minute under the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}
/**
 * By setting: which values it may have, and what it means
 */
bounds: {
[k: string]: {
/**
 * What it belongs to
 */
group: string
meaning: string
type: ("integer" | "number" | "string")
minimum?: number
maximum?: number
/**
 * The only values there are
 */
choices?: number[]
/**
 * Characters
 */
maxLength?: number
/**
 * Whether null is a value: not said
 */
mayBeNull: boolean
} | undefined
}
/**
 * By variable: what the process was started with
 */
environment: {
[k: string]: {
/**
 * Whether it has a value, from the environment or by default
 */
configured: boolean
/**
 * Always null for a secret
 */
value: (string | number | boolean | null)
} | undefined
}
/**
 * Raised by every change; 0 while nothing was ever set
 */
version: number
/**
 * When something was set last
 */
updatedAt: (string | null)
/**
 * Fields of the body that are no settings, at most 20
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
 * Null: none
 */
limit: (number | null)
/**
 * Null: without a limit
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
 * Null: none
 */
limit: (number | null)
/**
 * Null: without a limit
 */
remaining: (number | null)
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
}
/**
 * The first day (UTC) of the sums
 */
from: string
/**
 * The last one: today
 */
to: string
totals: {
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
}
byProvider: {
provider: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
products: {
product: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
}[]
}[]
byScope: {
scope: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
}[]
/**
 * Beyond 100 they are `(other)`
 */
byTrigger: {
trigger: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
}[]
byCause: {
cause: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
}[]
cache: {
/**
 * Weather answers from a process's memory
 */
memory: number
/**
 * Those from the shared second level
 */
database: number
/**
 * Those that waited for a provider
 */
upstream: number
/**
 * Share that waited for none; null without answers
 */
hitRate: (number | null)
byScope: {
scope: string
/**
 * Weather answers from a process's memory
 */
memory: number
/**
 * Those from the shared second level
 */
database: number
/**
 * Those that waited for a provider
 */
upstream: number
/**
 * Share that waited for none; null without answers
 */
hitRate: (number | null)
}[]
}
/**
 * The oldest first, none left out
 */
days: {
day: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
/**
 * Weather answers from a process's memory
 */
memory: number
/**
 * Those from the shared second level
 */
database: number
/**
 * Those that waited for a provider
 */
upstream: number
/**
 * Share that waited for none; null without answers
 */
hitRate: (number | null)
}[]
/**
 * The last 24, the oldest first
 */
hours: {
/**
 * ISO 8601, UTC
 */
hour: string
/**
 * Calls to providers, failed ones included
 */
calls: number
/**
 * Those whose outcome is known and not ok
 */
failed: number
/**
 * The same as the providers weigh them
 */
weight: number
/**
 * Those that the daily budget paid
 */
budgetCalls: number
/**
 * Weather answers from a process's memory
 */
memory: number
/**
 * Those from the shared second level
 */
database: number
/**
 * Those that waited for a provider
 */
upstream: number
/**
 * Share that waited for none; null without answers
 */
hitRate: (number | null)
}[]
/**
 * The newest 50, the newest first
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
 * As the request stated it
 */
trigger: (string | null)
/**
 * What was asked for; `several` for a job, which reads hours, days and alerts together
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
 * ok, or why it failed; null while it is under way
 */
outcome: (string | null)
/**
 * Of the answer
 */
status: (number | null)
/**
 * Milliseconds
 */
durationMs: (number | null)
/**
 * The same as in the log
 */
requestId: (string | null)
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
 * Last day; days are those of the account
 */
to: string
connection: {
/**
 * disabled: switched off in the back office; disconnected: nobody has given the permission, or it was withdrawn (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When the permission was given
 */
connectedAt: (string | null)
/**
 * Who gave it
 */
connectedBy: (string | null)
/**
 * When the figures were read last; null: there are none
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * They are older than an hour, or there are none
 */
stale: boolean
/**
 * They are being read anew
 */
syncing: boolean
/**
 * What the last reading failed for; null: it went well
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same for people
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When it is tried again by itself, if somebody asks for the report
 */
retryAt: (string | null)
} | null)
/**
 * A simulator made these figures up
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
 * In order; days of nothing are left out
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
 * At most 250, what earned most first
 */
slots: {
/**
 * `unknown`: none
 */
slotId: string
/**
 * Where the slot is shown; null: nowhere here
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
 * At most 250, what earned most first
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
 * They were read
 */
answer: {
connection: {
/**
 * disabled: switched off in the back office; disconnected: nobody has given the permission, or it was withdrawn (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When the permission was given
 */
connectedAt: (string | null)
/**
 * Who gave it
 */
connectedBy: (string | null)
/**
 * When the figures were read last; null: there are none
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * They are older than an hour, or there are none
 */
stale: boolean
/**
 * They are being read anew
 */
syncing: boolean
/**
 * What the last reading failed for; null: it went well
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same for people
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When it is tried again by itself, if somebody asks for the report
 */
retryAt: (string | null)
} | null)
/**
 * A simulator made these figures up
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
 * It is forgotten here, whatever the ad program says
 */
answer: {
/**
 * There was something to forget
 */
disconnected: boolean
/**
 * The ad program has withdrawn the permission; false: withdraw it in the account itself
 */
revoked: boolean
connection: {
/**
 * disabled: switched off in the back office; disconnected: nobody has given the permission, or it was withdrawn (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When the permission was given
 */
connectedAt: (string | null)
/**
 * Who gave it
 */
connectedBy: (string | null)
/**
 * When the figures were read last; null: there are none
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * They are older than an hour, or there are none
 */
stale: boolean
/**
 * They are being read anew
 */
syncing: boolean
/**
 * What the last reading failed for; null: it went well
 */
problem: ({
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same for people
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When it is tried again by itself, if somebody asks for the report
 */
retryAt: (string | null)
} | null)
/**
 * A simulator made these figures up
 */
simulated: boolean
}
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
 * Each check by name: did it pass?
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
}
