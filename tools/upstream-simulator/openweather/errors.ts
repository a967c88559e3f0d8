import { json, type WireAnswer, type WireRequest } from '../wire.ts'

/** Bodies as recorded, including spaces. */
export const INVALID_KEY = '{"cod":401, "message": "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."}'
export const INVALID_KEY_TILE =
  '{"cod":401, "message": "Invalid API key. Please see http://openweathermap.org/faq#error401 for more info."}'
export const BLOCKED =
  '{"cod":429, "message": "Your account is temporary blocked due to exceeding of requests limitation of your subscription type. Please choose the proper subscription https://openweathermap.org/price"}'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

export function invalidKey(): WireAnswer {
  return { status: 401, headers: JSON_TYPE, body: INVALID_KEY }
}

/** The tile host declares image/png for its JSON. */
export function invalidTileKey(): WireAnswer {
  return { status: 401, headers: { 'content-type': 'image/png' }, body: INVALID_KEY_TILE }
}

export function noSubscription(version: '3.0' | '4.0'): WireAnswer {
  return json(401, {
    cod: 401,
    message: `Please note that using One Call ${version} requires a separate subscription to the One Call by Call plan. Learn more here https://openweathermap.org/price. If you have a valid subscription to the One Call by Call plan, but still receive this error, then please see https://openweathermap.org/faq#error401 for more info.`,
  })
}

export function blocked(): WireAnswer {
  return { status: 429, headers: JSON_TYPE, body: BLOCKED }
}

/** 2.5, geocoding and One Call 3.0: `cod` is a string. */
export function badRequest(message: string): WireAnswer {
  return json(400, { cod: '400', message })
}

/** The documented structure of One Call 4.0: `cod` is a number, the parameters are named. */
export function badParameters(message: string, parameters: readonly string[]): WireAnswer {
  return json(400, { cod: 400, message, parameters })
}

export function notFound(message: string): WireAnswer {
  return json(404, { cod: '404', message })
}

/**
 * The error that a key provokes, if any. Keys that begin with `invalid` are refused, with `nosub` lack the One Call subscription, with
 * `blocked` are over their limit; every other key is good.
 */
export function keyProblem(request: WireRequest, subscription: '3.0' | '4.0' | null): WireAnswer | null {
  const key = request.query.get('appid') ?? ''
  if (key === '' || key.startsWith('invalid')) return invalidKey()
  if (key.startsWith('blocked')) return blocked()
  if (subscription !== null && key.startsWith('nosub')) return noSubscription(subscription)
  return null
}

/** The coordinates of a request, or which one is wrong: `wrong latitude`, `wrong longitude`, `Nothing to geocode` if absent. */
export function coordinates(query: URLSearchParams): { lat: number; lon: number } | { problem: string; parameter: string } {
  const lat = query.get('lat')
  const lon = query.get('lon')
  if (lat === null || lon === null) return { problem: 'Nothing to geocode', parameter: lat === null ? 'lat' : 'lon' }
  if (!inRange(lat, 90)) return { problem: 'wrong latitude', parameter: 'lat' }
  if (!inRange(lon, 180)) return { problem: 'wrong longitude', parameter: 'lon' }
  return { lat: Number(lat), lon: Number(lon) }
}

function inRange(text: string, limit: number): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text)) && Math.abs(Number(text)) <= limit
}
