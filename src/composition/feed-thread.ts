/** The program of the thread that reads feeds of official warnings. */
import { serveFeedReaders } from '../features/weather/warnings/feed-thread.ts'
import { FEED_READERS } from '../providers/feed-readers.ts'

serveFeedReaders(FEED_READERS)
