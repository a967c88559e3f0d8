import { cityPath } from '../../../domain/city-path.ts'
import type { MailToRender } from '../outbox/index.ts'
import type { MailLinks } from './template.ts'

/** The URLs that a mail may link to: all under PUBLIC_URL. */
export function mailLinks(publicUrl: URL, unsubscribe: MailToRender['unsubscribe']): MailLinks {
  const base = publicUrl.href.replace(/\/$/, '')
  const page: MailLinks['page'] = (path, parameters) =>
    `${base}${path}${parameters === undefined ? '' : `?${new URLSearchParams(parameters).toString()}`}`
  return {
    home: `${base}/`,
    unsubscribe:
      unsubscribe === null
        ? null
        : page('/api/unsubscribe', {
            token: unsubscribe.token,
            ...(unsubscribe.scope === null ? {} : { scope: unsubscribe.scope }),
          }),
    preferences: unsubscribe === null ? null : page('/preferences', { token: unsubscribe.token }),
    weather: ({ name, lat, lon }) => page(cityPath({ name: name ?? '', lat, lon })),
    page,
    secret: page,
  }
}
