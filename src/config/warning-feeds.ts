import { FEEDS as METEOALARM_FEEDS } from '../providers/meteoalarm/countries.ts'
import { someOf, toggle } from './parsers.ts'
import type { Reader } from './reader.ts'
import { baseUrl } from './urls.ts'

/** The official warning feeds that the environment enables. */
export function readWarningFeeds(reader: Reader, notices: string[]) {
  const WARNING_FEEDS = reader.optional('WARNING_FEEDS', someOf(['dwd', 'eccc', 'met-norway'])) ?? []
  if (WARNING_FEEDS.includes('met-norway') && reader.text('UPSTREAM_CONTACT') === null) {
    notices.push('MET Norway refuses calls that name no contact: set UPSTREAM_CONTACT')
  }
  return {
    METEOALARM_COUNTRIES: reader.optional('METEOALARM_COUNTRIES', someOf(Object.keys(METEOALARM_FEEDS))) ?? [],
    WARNING_FEEDS,
    WARNING_FEEDS_PRIVATE: reader.required('WARNING_FEEDS_PRIVATE', toggle),
    METEOALARM_BASE_URL: reader.required('METEOALARM_BASE_URL', baseUrl),
    DWD_BASE_URL: reader.required('DWD_BASE_URL', baseUrl),
    ECCC_BASE_URL: reader.required('ECCC_BASE_URL', baseUrl),
    MET_NORWAY_BASE_URL: reader.required('MET_NORWAY_BASE_URL', baseUrl),
  }
}
