import { Type } from 'typebox'
import { AirFields, MarineFields } from './air-and-sea-schemas.ts'
import { CurrentFields, DailyFields, HourlyFields, MinutelyFields } from './scope-schemas.ts'

/** The payload of each scope, without the envelope. */
export const SCOPE_PAYLOADS = {
  current: Type.Object(CurrentFields, { title: 'CurrentWeatherData' }),
  hourly: Type.Object(HourlyFields, { title: 'HourlyForecastData' }),
  daily: Type.Object(DailyFields, { title: 'DailyForecastData' }),
  minutely: Type.Object(MinutelyFields, { title: 'MinutelyForecastData' }),
  air: Type.Object(AirFields, { title: 'AirQualityData' }),
  marine: Type.Object(MarineFields, { title: 'MarineForecastData' }),
}
