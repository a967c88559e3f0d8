import { FEED_READERS } from '@isobar/providers/feed-readers'
/** The program of the thread that reads feeds of official warnings. */
import { serveFeedReaders } from '../features/weather/warnings/feed-thread.ts'

serveFeedReaders(FEED_READERS)
