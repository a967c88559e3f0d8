import { readCapFeed } from './cap-feed/index.ts'
import { readDwd } from './dwd/index.ts'
import { readEccc } from './eccc/index.ts'
import { readMetNorway } from './met-norway/index.ts'
import { readMeteoAlarm } from './meteoalarm/index.ts'
import { readNws } from './nws/warning-feed.ts'
import type { FeedReader } from './provider.ts'

/** What reads each feed of warnings in the thread of the feeds, by the name in its `threaded`; one line each. */
export const FEED_READERS: Readonly<Record<string, FeedReader<never>>> = {
  'cap-feed': readCapFeed,
  dwd: readDwd,
  eccc: readEccc,
  meteoalarm: readMeteoAlarm,
  'met-norway': readMetNorway,
  nws: readNws,
}
