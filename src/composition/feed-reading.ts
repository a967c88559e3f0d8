import { createFeedReading } from '../features/weather/warnings/index.ts'

/** The reading of feeds in a thread, which starts with the first reading. */
export const openFeedReading = () => createFeedReading(new URL('./feed-thread.ts', import.meta.url))
