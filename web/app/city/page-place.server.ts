import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { Api } from '../api/ask.ts'
import { parsePlaceAddress, writeCityPath } from '../visit/city-path.ts'
import type { Reader } from '../visit/reader.server.ts'
import { resolvePlace } from './place.server.ts'

/**
 * The place of a page below a place's own, its point and the path of the place's page. `rest`: what follows that path, such as `/sources`.
 * Throws 404 for an address that names no point, and a redirect to the address that the place has.
 */
export async function resolvePagePlace(
  api: Api,
  { request, params: { place: address = '' } }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
  { lang, locale }: Reader,
  rest: string,
) {
  const point = parsePlaceAddress(address)
  if (point === null) throw data({ code: 'not_found' }, { status: 404 })
  const place = await resolvePlace(api, point, lang, locale)
  const path = writeCityPath({ ...point, name: place.addressName })
  if (decodeURIComponent(path) !== `/weather/${address}`)
    throw redirect(`${path}${rest}${new URL(request.url).search}`, place.isLasting ? 301 : 302)
  return { place, point, path }
}
