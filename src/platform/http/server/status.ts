import type { ErrorCode } from '../../../errors.ts'

/** The status of `service_unavailable` on a route: 502 where the published specification says so (weather, geocode), 503 elsewhere. */
export type UnavailableStatus = 502 | 503

const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  location_not_found: 404,
  conflict: 409,
  limit_reached: 409,
  gone: 410,
  rate_limited: 429,
  upstream_error: 502,
  service_unavailable: 503,
  internal_error: 500,
}

/** The one map from error codes to HTTP statuses. */
export function toHttpStatus(code: ErrorCode, unavailableStatus: UnavailableStatus = 503): number {
  return code === 'service_unavailable' ? unavailableStatus : STATUS_OF[code]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The status of `service_unavailable` on this route; 503 unless set. */
    unavailableStatus?: UnavailableStatus
    /** Keeps answering while the process sheds load: health, readiness and metrics. */
    servedUnderPressure?: boolean
  }
}
