import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage } from '../../../messages/languages.ts'
import { getTranslator } from '../../../messages/messages.ts'
import { parseAcceptedLanguages } from '../../../platform/http/bytes/accept.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'
import { html, sendPage } from './plain-page.ts'

/** Tells a browser's user, in their language, why there is no page. Needs neither the renderer nor the database. */
export function createFailurePage(siteName: () => string) {
  return (request: FastifyRequest, reply: FastifyReply, { status, code }: Failure): FastifyReply => {
    const tags = parseAcceptedLanguages(request.headers['accept-language']).map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
    const { t, language, direction } = getTranslator(tags.find(isLanguage) ?? 'en')
    const trouble = troubleOf(status)
    addVary(reply, 'Accept')
    addVary(reply, 'Accept-Language')
    return sendPage(reply, {
      lang: language,
      direction,
      title: t(`failure.${trouble}.title`),
      siteName: siteName(),
      body: html`<p>${t(`failure.${trouble}.text`)}</p>
        <p><a href="/">${t('failure.home')}</a></p>
        ${code === 'internal_error' && html`<p><small>${request.id}</small></p>`}`,
    })
  }
}

function troubleOf(status: number) {
  if (status === 404) return 'missing'
  if (status === 429) return 'often'
  if (status < 500) return 'address'
  return status === 500 ? 'defect' : 'busy'
}
