import {
  type Contradiction,
  DEW_POINT_ABOVE_C,
  FEELS_ABOVE_C,
  FEELS_BELOW_C,
  FOG_METRES,
  GUST_BELOW_MPS,
  OWN_FOG_METRES,
  PARTS_ABOVE_MM,
  SURE_DEGREES,
  UNKNOWN_WIND_MPS,
} from './contradiction-rules.ts'

/** What a row of the table says of a contradiction, for people. */
interface Account {
  readonly when: string
  readonly done: string
  /** For who changes the rule, and not printed: the reason, and a recorded or reported case. */
  readonly why: string
  readonly recorded: string
}

/** Every contradiction, and what is done about it. Printed in docs/operations.md ("What is refused"). */
export const CONTRADICTIONS = {
  duplicate: {
    when: 'two hours or minutes of the same time, two days of the same date',
    done: 'the first is kept',
    why: 'a later one is most often the repeated hour of a clock change',
    recorded: 'Open-Meteo in local time',
  },
  low_above_high: {
    when: 'a day’s low above its high, measured or felt',
    done: 'both are null',
    why: 'which one is wrong cannot be told',
    recorded: 'felt: −3 as the high, 3 as the low',
  },
  gust: {
    when: `a gust below half of the wind speed, and more than ${GUST_BELOW_MPS} m/s below it; across sources: below the wind`,
    done: 'the gust is null',
    why: 'a gust is the highest of an hour, the wind that of an instant',
    recorded: 'kept: 8.7 beside 11.1 m/s (Open-Meteo). Dropped: a gust of 14.6 m/s beside a measured calm',
  },
  dew_point: {
    when: `a dew point more than ${DEW_POINT_ABOVE_C} °C above the temperature (of a day: its high); across sources: above it`,
    done: 'the dew point is null',
    why: 'air is saturated at most; over snow, models exceed that',
    recorded: 'kept: 2.3 °C above, in snow',
  },
  feels_like: {
    when: `more than ${FEELS_ABOVE_C} °C above the temperature, or below it by more than ${FEELS_BELOW_C} °C plus 1 °C for each m/s of wind (${UNKNOWN_WIND_MPS} m/s if unknown)`,
    done: 'the felt temperature is null, then computed',
    why: 'no formula gives that',
    recorded: 'kept: from −11.5 to +8.4 °C',
  },
  sun: {
    when: 'a sunset 4 hours or more before the sunrise of its day',
    done: 'the sunset is null, then computed',
    why: 'next to polar day, the sun sets after midnight and rises soon after',
    recorded: 'kept: Tromsø, 01:10 after 22:20',
  },
  parts: {
    when: `rain and snow add up to more than the precipitation (by more than ${PARTS_ABOVE_MM} mm)`,
    done: 'the total is null, then the sum of both, if known',
    why: 'a gauge that has frozen or a total of another model says nothing of what was seen to fall',
    recorded: 'snow 24 beside precipitation 0. Kept: 0.21 beside 0.2 (WeatherAPI, Manila)',
  },
  falling_without_amount: {
    when: 'rain or snow beside 0 mm, but for light rain and snow, drizzle, sleet, freezing rain, showers and thunderstorms; across sources and beside a measured condition: any',
    done: 'the amounts are null; an hour is then the next source’s',
    why: 'it falls, so it is not 0; less than half of a tenth of a millimetre rounds to 0',
    recorded: 'Pirate Weather, Korea: snow, 91 %, accumulation 0.95, intensity 0',
  },
  amount_without_falling: {
    when: 'an amount beside a dry sky',
    done: 'within one source nothing; across sources and beside a measured condition the amounts are null',
    why: 'the sky is that of the moment, the amount that of the hour, for one source; of two, one is wrong',
    recorded: 'kept: 13.9 mm beside “partly cloudy” (Open-Meteo, Miami)',
  },
  chance: {
    when: 'none with a chance of 100 %, or 0.1 mm and more with a chance of 0 %',
    done: 'the chance is null',
    why: 'the amount agrees with the weather shown',
    recorded: 'Tomorrow.io, São Luís: 0.74 mm with 0 %',
  },
  visibility: {
    when: `${OWN_FOG_METRES / 1_000} km or more in fog (across sources: ${FOG_METRES / 1_000} km), or less than ${FOG_METRES / 1_000} km under a sky that is clear or partly cloudy (across sources: any)`,
    done: 'the visibility is null',
    why: 'fog is what leaves less than 1 km',
    recorded: 'kept: 424 m beside “overcast” (OpenWeather, New York, before snow)',
  },
  cloud_cover: {
    when: 'a cover and a sky that are three of five classes apart, such as 90 % and “clear” (across sources: one class); a cover of nothing beside fog, rain or snow',
    done: 'the cover is null',
    why: 'the sky is what is shown large; a cover may count high, thin clouds',
    recorded: 'WeatherAPI, Ankara: 57 % beside “clear”; OpenWeather, Berlin: 0 % beside light rain',
  },
  daylight: {
    when: `day where the sun stays more than ${SURE_DEGREES}° below the horizon, night where it stays as far above`,
    done: 'computed from the place and the time',
    why: 'the sun’s height is certain',
    recorded: 'the icons of polar days',
  },
  uv_by_night: {
    when: 'a UV index above 0 while the sun is below the horizon',
    done: 'it is 0; across sources it is not supplied',
    why: 'there is none without the sun; sources repeat that of the day, or round up',
    recorded: 'WeatherAPI: 1 at every hour of the night',
  },
  day_sum: {
    when: 'the hours of the same answer add up to more than 3 times the day’s amount plus 5 mm; or the reverse, if all of its hours are known',
    done: 'the day’s amounts are null',
    why: 'people act on the hours, and sources aggregate days from finer data than they send',
    recorded: 'kept: a day of 4.3 mm with hours of 10.8 mm (Open-Meteo)',
  },
  day_range: {
    when: 'an hour of the same answer more than 3 °C above the day’s high or below its low; a measured temperature above the high or below the low',
    done: 'within an answer that high or low is null; a measured temperature becomes the high or low',
    why: 'as with sums; what was measured has happened',
    recorded: 'kept: 1.1 °C',
  },
} satisfies Readonly<Record<Contradiction, Account>>

/** The table as rows of Markdown, for docs/operations.md. */
export function printContradictions(): string {
  const rows = Object.entries(CONTRADICTIONS).map(([kind, { when, done }]) => `| \`${kind}\` | ${when} | ${done} |`)
  return ['| contradiction | when | what is done |', '|---|---|---|', ...rows].join('\n')
}
