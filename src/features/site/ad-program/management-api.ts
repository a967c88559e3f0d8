import { UpstreamFailure, type UpstreamClient } from '../../../platform/upstream/client.ts'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'
import { joinUrl } from '../../../platform/upstream/url-under.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { AdProgramFailure } from './failure.ts'
import { DIMENSIONS, type Earning, METRICS, readEarnings, type ReportDimension } from './report-rows.ts'

/** One report. Days are in the account's time zone. */
export interface EarningsReport {
  readonly rows: readonly Earning[]
  /** ISO 4217; null without a money column. */
  readonly currency: string | null
  /** The figures are invented: they come from the simulator. */
  readonly simulated: boolean
}

/** The AdSense Management API v2 (developers.google.com/adsense/management/reference/rest). Throws AdProgramFailure, or TokenRefused. */
export type ManagementApi = ReturnType<typeof createManagementApi>

export interface ReportWanted {
  readonly account: string
  readonly dimension: ReportDimension
  /** `YYYY-MM-DD`, inclusive at both ends. */
  readonly from: string
  readonly to: string
}

/** The access token has expired or was revoked. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

export const ACCOUNT = /^accounts\/pub-\d{1,20}$/
/** About 150 bytes each: fits the client's limit for one response. */
const MAX_ROWS = 20_000
const QUOTA_REASON = /quota|rate_?limit|RESOURCE_EXHAUSTED/i

/** The AdSense Management API at `baseUrl`. */
export function createManagementApi({ client, baseUrl }: { readonly client: UpstreamClient; readonly baseUrl: URL }) {
  async function ask(path: string, query: URLSearchParams, accessToken: string, signal: AbortSignal): Promise<RawAnswer> {
    query.set('prettyPrint', 'false')
    const url = joinUrl(baseUrl, `/v2/${path}?${query}`)
    const answer = await client.get(url, { headers: { authorization: `Bearer ${accessToken}` }, signal }).catch((error: unknown) => {
      if (error instanceof UpstreamFailure) throw new AdProgramFailure('unavailable', { cause: error })
      throw error
    })
    if (answer.status !== 200) throw refusalOf(answer)
    return answer
  }

  return {
    /** The account that the permission covers, `accounts/pub-…`. */
    async findAccount(accessToken: string, signal: AbortSignal): Promise<string> {
      const answer = jsonOf(await ask('accounts', new URLSearchParams({ pageSize: '50' }), accessToken, signal))
      const accounts = Array.isArray(answer.accounts) ? (answer.accounts as { name?: unknown }[]) : []
      const name = accounts.map((each) => each.name).find((each): each is string => typeof each === 'string' && ACCOUNT.test(each))
      if (name === undefined) throw new AdProgramFailure('forbidden')
      return name
    },
    async report(accessToken: string, { account, dimension, from, to }: ReportWanted, signal: AbortSignal): Promise<EarningsReport> {
      const query = new URLSearchParams({
        dateRange: 'CUSTOM',
        limit: String(MAX_ROWS),
        ...dateOf('startDate', from),
        ...dateOf('endDate', to),
      })
      for (const name of ['DATE', DIMENSIONS[dimension]]) query.append('dimensions', name)
      for (const name of METRICS) query.append('metrics', name)
      const answer = await ask(`${account}/reports:generate`, query, accessToken, signal)
      const report = readEarnings(jsonOf(answer), dimension)
      if (report === null) throw new AdProgramFailure('unusable')
      return { ...report, simulated: answer.headers['x-simulated'] !== undefined }
    },
  }
}

function dateOf(name: string, day: string): Record<string, string> {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { [`${name}.year`]: String(year), [`${name}.month`]: String(month), [`${name}.day`]: String(date) }
}

function jsonOf({ body }: RawAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below, like any other body that is not an object.
  }
  throw new AdProgramFailure('unusable')
}

/**
 * Google's errors: `{ error: { code, status, errors: [{ reason }], details: [{ reason }] } }`; an exhausted quota is 429, or 403 with its
 * reason.
 */
function refusalOf({ status, headers, body }: RawAnswer): Error {
  if (status === 401) return new TokenRefused()
  if (status === 429 || (status === 403 && QUOTA_REASON.test(body.toString('utf8')))) {
    const seconds = Number(headers['retry-after'])
    return new AdProgramFailure('quota', {
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, DAY_SECONDS) : 3_600,
    })
  }
  if (status === 403 || status === 404) return new AdProgramFailure('forbidden')
  return new AdProgramFailure(status >= 500 ? 'unavailable' : 'unusable')
}
