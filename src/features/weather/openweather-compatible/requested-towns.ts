import { type PublicScope, toCell } from '@isobar/weather'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import { HOUR_MS } from '../../../time.ts'
import { limitPlaces, type SeriesExtent } from '../place-weather/index.ts'
import { createCityNotFoundError, NOTHING_TO_GEOCODE } from './errors.ts'
import { isXml, parseLanguageParameter, parseUnitsParameter } from './parameters.ts'
import type { TownQuery } from './resource.ts'
import type { RequestedTown, TownFinder } from './towns.ts'

/** How long a place that was looked up by its name is that place. */
const NAME_MS = HOUR_MS

/** Reads which towns a request names, and how the answer is to be written. */
export function createTownReader(
  { clock, clientHash, limiter }: Pick<Foundation, 'clock' | 'clientHash' | 'limiter'>,
  gateway: Pick<Gateway, 'delivers'>,
  towns: TownFinder,
) {
  /** The place that a request names: coordinates go before an id, and that before a name. */
  async function townOf({ lat, lon, id, q, zip }: TownQuery, lang: string, request: FastifyRequest): Promise<RequestedTown> {
    if (lat !== undefined && lon !== undefined) return towns.at(lat, lon)
    if (id !== undefined && id !== '') return towns.byId(id)
    if (q !== undefined && q.trim() !== '') return towns.byName(q, lang, identifyClient(request, clientHash))
    if (zip !== undefined && zip !== '') return townOfZip(zip)
    throw new AppError('invalid_request', NOTHING_TO_GEOCODE)
  }

  async function townOfZip(zip: string): Promise<RequestedTown> {
    const place = await towns.byZip(zip).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? createCityNotFoundError() : error
    })
    const { lat, lon, name, country } = place
    return { ...(await towns.at(lat, lon)), name, country }
  }

  /** Everything of a request but which places: the same for one and for many. */
  function styleOf({ units, lang, mode }: Pick<TownQuery, 'units' | 'lang' | 'mode'>) {
    return { units: parseUnitsParameter(units), lang: parseLanguageParameter(lang), isXml: isXml(mode), until: clock.now() + NAME_MS }
  }

  return {
    styleOf,
    /** One town with the scopes that are read of it. @throws AppError not_found, invalid_request */
    async one(
      query: TownQuery,
      request: FastifyRequest,
      scopes: readonly PublicScope[],
      optional: readonly PublicScope[] = [],
      extent?: SeriesExtent,
    ) {
      const style = styleOf(query)
      const town = await townOf(query, style.lang, request)
      const place = { cell: toCell(town.lat, town.lon), scopes, optional, ...(extent === undefined ? {} : { extent }) }
      return { places: [place], town, ...style }
    },
    /**
     * Several towns with their current weather, without those of which no source in use has any. Counts towards the limit of batches, unless a client key has its own.
     * @throws AppError not_found without any, rate_limited
     */
    async several(asked: readonly RequestedTown[], query: Pick<TownQuery, 'units' | 'lang' | 'mode'>, request: FastifyRequest) {
      const found = asked.filter(({ lat, lon }) => gateway.delivers(toCell(lat, lon), 'current'))
      if (found.length === 0) throw createCityNotFoundError()
      await limitPlaces(limiter, request, found.length)
      const places = found.map(({ lat, lon }) => ({ cell: toCell(lat, lon), scopes: ['current' as const] }))
      return { places, towns: found, ...styleOf(query) }
    },
  }
}

export type TownReader = ReturnType<typeof createTownReader>
