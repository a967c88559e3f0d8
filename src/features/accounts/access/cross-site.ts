import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'

/**
 * Refuses what another site made a browser send. Browsers say it themselves in `Sec-Fetch-Site`; those that do not send `Origin` with
 * anything that is not a plain GET. A caller that sends neither is no browser, and holds no cookie that it was not given.
 * @throws AppError `forbidden`
 */
export function refuseCrossSite({ headers }: FastifyRequest, publicOrigin: () => string): void {
  const site = headers['sec-fetch-site']
  const isOurs =
    site === undefined ? headers.origin === undefined || headers.origin === publicOrigin() : site === 'same-origin' || site === 'none'
  if (!isOurs) throw new AppError('forbidden', 'Cross-site requests are not allowed')
}
