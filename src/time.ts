/** Spans of time and ages, for rooms that know nothing of the weather. */
export * from '@isobar/weather/time'
