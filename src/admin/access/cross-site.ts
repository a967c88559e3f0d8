import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/**
 * Refuses requests that another site made a browser send. Current browsers say so in `Sec-Fetch-Site`; older ones send `Origin` with
 * anything but a plain GET. A caller that sends neither is not a browser, so it holds no cookie but the ones it was given.
 * @throws AppError `forbidden`
 */
export function refuseCrossSite({ headers }: FastifyRequest, publicOrigin: () => string): void {
  const site = headers['sec-fetch-site']
  const isOurs =
    site === undefined ? headers.origin === undefined || headers.origin === publicOrigin() : site === 'same-origin' || site === 'none'
  if (!isOurs) throw new AppError('forbidden', 'Cross-site requests are not allowed')
}
