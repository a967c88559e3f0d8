import { Type } from 'typebox'
import { AppError } from '../../../../errors.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../../platform/http/limits/rate-limit.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import type { ShowMailedPage } from '../../../site/rendering/index.ts'
import { getPostedForm, withPages } from '../links/routes.ts'
import { UnsubscribeToken } from '../links/schemas.ts'
import { buildFaultyPreferencesPage, buildPreferencesPage } from './pages.ts'
import type { PreferencePageService } from './service.ts'

export interface PreferencePageRoutes {
  readonly show: ShowMailedPage
  readonly preferences: PreferencePageService
  readonly limiter: RateLimiter
}

const PATH = '/preferences'
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** GET and POST /preferences, the page that mails link to. Its URL is the credential: anyone with the mail has it. */
export function registerPreferencesPage(app: HttpServer, { preferences, show, limiter }: PreferencePageRoutes): void {
  withPages(app, show, (scope) => {
    const onRequest = createRateLimitHook(limiter, 'unsubscribe')
    scope.get(
      PATH,
      {
        onRequest,
        exposeHeadRoute: false,
        schema: {
          hide: true,
          querystring: Type.Object({
            token: UnsubscribeToken,
            done: Type.Optional(Type.Enum(['saved', 'ended', 'back'])),
            at: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
          }),
        },
      },
      async (request, reply) => {
        const { token, done, at } = request.query
        return show(request, reply, buildPreferencesPage(await preferences.find(token), done, at))
      },
    )

    scope.post(
      PATH,
      { onRequest, schema: { hide: true, querystring: Type.Object({ token: UnsubscribeToken }) } },
      async (request, reply) => {
        const { token } = request.query
        const form = getPostedForm(request)
        const back = (done: string) => reply.redirect(`${PATH}?token=${token}&done=${done}`, 303)
        const action = form.get('do') ?? ''
        if (action === 'save') {
          const faulty = await preferences.save(token, form)
          if (faulty.length === 0) return back('saved')
          return show(request, reply.code(400), buildFaultyPreferencesPage(await preferences.find(token), faulty))
        }
        if (action === 'undo') {
          await preferences.undo(token, instantOf(form.get('at')))
          return back('back')
        }
        const [, browser = ''] = /^forget:(.+)$/.exec(action) ?? []
        if (UUID.test(browser)) {
          await preferences.forget(token, browser)
          return back('saved')
        }
        const [, what = ''] = /^end:(.+)$/.exec(action) ?? []
        if (what !== 'all' && !UUID.test(what)) throw new AppError('invalid_request', 'The form has no action')
        const endedAt = await preferences.end(token, what === 'all' ? null : what)
        return back(endedAt === null ? 'ended' : `ended&at=${endedAt}`)
      },
    )
  })
}

function instantOf(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) throw new AppError('invalid_request', 'The form has nothing to undo')
  return Number(text)
}
