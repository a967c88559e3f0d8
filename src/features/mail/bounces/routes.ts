import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { toAddressKey } from '../../../platform/mail/address.ts'
import { parseMailId } from './report.ts'
import type { ReadService, ServiceSettings } from './services/event.ts'
import type { BounceStore } from './store.ts'
import type { ServiceName } from './tables.ts'

export interface MailEventRoutes {
  readonly readers: Readonly<Record<ServiceName, ReadService>>
  /** The service in use; null: none. */
  readonly inUse: () => { readonly service: ServiceName; readonly settings: ServiceSettings } | null
  readonly bounces: Pick<BounceStore, 'record'>
  readonly clock: Clock
  /** Called for each request that its service has signed. */
  readonly onAccepted: () => void
  readonly limiter: RateLimiter
  readonly keyedHash: (purpose: string, text: string) => string
}

const MAX_BODY_BYTES = 256 * 1024

/** POST /api/mail-events/{service}: for mail services only, so it is not in the documentation of the API. */
export function registerMailEvents(
  app: HttpServer,
  { readers, inUse, bounces, clock, onAccepted, limiter, keyedHash }: MailEventRoutes,
): void {
  void app.register((scope: HttpServer, _, done) => {
    // Signatures are of the body as sent, and Amazon calls JSON text/plain.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    const onRequest = createRateLimitHook(limiter, 'mail-events')
    scope.post('/api/mail-events/:service', { onRequest, bodyLimit: MAX_BODY_BYTES, schema: { hide: true } }, async (request, reply) => {
      const current = inUse()
      const { service } = request.params as { service: string }
      if (current === null || current.service !== service) throw new AppError('not_found', 'This mail service is not in use')
      const received = { headers: request.headers, body: String(request.body ?? ''), now: clock.now() }
      const event = await readers[current.service](received, current.settings)
      onAccepted()
      if (event !== null) {
        const id = parseMailId(event.messageId ?? '')
        const mail = id !== null ? { id } : event.address !== null ? { emailKey: toAddressKey(event.address) } : null
        const once = event.once === null ? undefined : keyedHash('mail event', `${current.service} ${event.once}`)
        if (mail !== null) await bounces.record(mail, current.service, event.report, clock.now(), once)
      }
      return reply.code(204).send()
    })
    done()
  })
}
