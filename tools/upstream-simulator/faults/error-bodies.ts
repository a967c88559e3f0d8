import { missingUserAgent, problem } from '../nws/problems.ts'
import { OM_MINUTELY_LIMIT, OM_OVERLOADED, refusal } from '../open-meteo/errors.ts'
import { badRequest, blocked, invalidKey, invalidTileKey, noSubscription, notFound } from '../openweather/errors.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'

/** A gateway's error page, which any provider may send. */
export function html(status: number, server: string): WireAnswer {
  const title = `${status} ${PHRASES[status] ?? 'Error'}`
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html>\n<head><title>${title}</title></head>\n<body>\n<center><h1>${title}</h1></center>\n<hr><center>${server}</center>\n</body>\n</html>\n`,
  }
}

const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
}

/** What a provider sends with a status. `reason` selects one of several. */
export function errorAnswer(product: string, status: number, reason: string | undefined, request: WireRequest): WireAnswer {
  if (product.startsWith('openweather/')) return openWeather(product, status, reason)
  if (product.startsWith('open-meteo/')) return openMeteo(status, reason)
  if (product.startsWith('nws/')) return nws(status, request)
  return html(status, 'nginx')
}

function openWeather(product: string, status: number, reason: string | undefined): WireAnswer {
  if (status === 400) return badRequest('wrong latitude')
  if (status === 401 && reason === 'subscription') return noSubscription(product === 'openweather/onecall4' ? '4.0' : '3.0')
  if (status === 401) return product === 'openweather/tiles' ? invalidTileKey() : invalidKey()
  if (status === 404) return notFound('city not found')
  if (status === 429) return blocked()
  if (status === 500) return json(500, { cod: '500', message: 'Internal error: 500001' })
  return status < 500 ? json(status, { cod: status, message: 'Error' }) : html(status, 'openresty')
}

const OM_LIMITS: Readonly<Record<string, string>> = {
  minutely: OM_MINUTELY_LIMIT,
  hourly: 'Hourly API request limit exceeded. Please try again in the next hour.',
  daily: 'Daily API request limit exceeded. Please try again tomorrow.',
  concurrent: 'Too many concurrent requests',
}
const OM_REASONS: Readonly<Record<number, string>> = {
  400: 'No data is available for this location',
  401: 'API key required. Please add &apikey= to the URL.',
  403: 'Your plan does not include this API',
  500: 'Something went wrong.',
  503: OM_OVERLOADED,
}

function openMeteo(status: number, reason: string | undefined): WireAnswer {
  if (status === 429) return refusal(OM_LIMITS[reason ?? 'minutely'] ?? OM_MINUTELY_LIMIT, 429)
  const known = OM_REASONS[status]
  return known === undefined && status >= 500 ? html(status, 'nginx') : refusal(known ?? 'Bad request', status)
}

function nws(status: number, request: WireRequest): WireAnswer {
  if (status === 403) return missingUserAgent()
  if (status === 404) return problem(request, 404, 'NotFound', 'Not Found', 'Not found')
  if (status === 429) return problem(request, 429, 'RateLimitExceeded', 'Rate Limit Exceeded', 'Too many requests')
  if (status === 500) return problem(request, 500, 'UnexpectedProblem', 'Unexpected Problem', 'An unexpected problem has occurred.')
  if (status === 503) return problem(request, 503, 'ServiceUnavailable', 'Service Unavailable', 'The service is temporarily unavailable.')
  return status < 500 ? problem(request, status, 'InvalidParameter', 'Invalid Parameter', 'Bad request') : html(status, 'AkamaiGHost')
}
