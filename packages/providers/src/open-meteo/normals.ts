import { computeNormals } from '@isobar/weather'
import { toAnswerFailure, fetchJson, isSimulated } from '../fetch-json.ts'
import type { NormalsCapability, Product } from '../provider.ts'
import { computeCallWeight, buildRequestUrl } from './request.ts'
import { decodeOpenMeteoForecast } from './schema.ts'
import { SERVICE } from './service.ts'

const DAILY = ['temperature_2m_min', 'temperature_2m_max', 'precipitation_sum']
const [FIRST, LAST] = ['1991-01-01', '2020-12-31']
/** From the first day to the last. */
const DAYS = 10_958

/** The archive API, on a host of its own and within the account's limits. Thirty years of three variables weigh as much as 235 calls. */
export const ARCHIVE: Product = {
  id: 'open-meteo/archive',
  weight: computeCallWeight(DAILY.length, DAYS),
  budget: 'weather',
  account: 'open-meteo/forecast',
}

/** The normals of the WMO's standard period, of ERA5 and ERA5-Land. */
export function createNormalsCapability(base: () => { readonly url: URL; readonly key: string | null }): NormalsCapability {
  return {
    product: ARCHIVE,
    period: '1991-2020',
    configured: () => true,
    async fetch(cell, calls, now) {
      const { url: baseUrl, key } = base()
      const query = { daily: DAILY.join(','), start_date: FIRST, end_date: LAST }
      const answer = await fetchJson(calls, { product: ARCHIVE, url: buildRequestUrl(baseUrl, 'archive', query, cell, key) }, SERVICE, now)
      const days = decodeOpenMeteoForecast(answer.body, now)?.daily?.map((row) => ({
        date: row.date,
        temperatureMin: row.number('temperature_2m_min', 'temperature'),
        temperatureMax: row.number('temperature_2m_max', 'temperature'),
        precipitation: row.number('precipitation_sum', 'amount'),
      }))
      const normals = days?.length === DAYS ? computeNormals(days) : null
      if (normals === null) throw toAnswerFailure(SERVICE.name, 'invalid_body', answer)
      return { normals, simulated: isSimulated(answer.headers) }
    },
  }
}
