import { type Point, toCell } from '@isobar/weather'
import { type ActionFunctionArgs, data, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi, readForm } from '../api/server.ts'
import { useSite } from '../components/frame/use-site.ts'
import { readFormText } from '../components/subscribe/form-field.ts'
import { type Answered, buildSubscribeOutcome, pushOutcome } from '../components/subscribe/outcome.server.ts'
import { Subscribe, type SubscribeAnswer } from '../components/subscribe/subscribe.tsx'
import { buildSubscribeView } from '../components/subscribe/view.server.ts'
import { parseFormPlace, pushWantedIn, buildSubscriptionRequests } from '../components/subscribe/wanted.server.ts'
import { visitContext } from '../visit/context.ts'
import { resolveReader } from '../visit/reader.server.ts'

/** The subscription page with all options; also the target of forms on other pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await resolveReader(request, context)
  const { t } = getTranslator(reader.lang)
  const messages = {
    title: t('subscribe.title'),
    elsewhere: t('subscribe.elsewhere'),
    toSearch: t('subscribe.toSearch'),
    scripts: t('subscribe.scripts'),
  }
  const place = parseFormPlace(new URL(request.url).searchParams)
  return { view: buildSubscribeView(reader, place, { withEditor: true }), messages }
}

/** Passes the form on to the API, as this visitor; `do=edit` only opens the editor, filled with this browser's current preferences. */
export async function action({ request, context }: ActionFunctionArgs) {
  const [form, reader] = [await readForm(request), await resolveReader(request, context)]
  const place = parseFormPlace(form)
  const clientId = readFormText(form, 'clientId') || null
  // Looking up an unknown id is expensive, so the browser says whether the service knows its id.
  const stored = place === null || clientId === null || !form.has('known') ? undefined : await storedPreferences(context, clientId, place)
  if (form.get('do') === 'edit')
    return answer(200, { outcome: null, view: buildSubscribeView(reader, place, { withEditor: true, stored }) })
  const visit = context.get(visitContext)
  if (form.get('do') === 'push' && place !== null) {
    const body = pushWantedIn(form, reader, { clientId, stored, place })
    const reply = await visit.ask({ method: 'PUT', path: '/api/push/watches', body })
    const view = buildSubscribeView(reader, place, { withEditor: form.has('editor'), form, stored })
    return answer(Math.max(200, reply.status), { outcome: pushOutcome(reply, place.name, reader), view })
  }
  const answers: Answered[] = []
  for (const body of buildSubscriptionRequests(form, reader, { clientId: clientId ?? crypto.randomUUID(), stored })) {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    answers.push({ type: body.type, reply: await visit.ask({ method: 'POST', path: '/api/subscriptions', body: given }) })
  }
  const outcome = buildSubscribeOutcome(answers, readFormText(form, 'email')?.trim() ?? '', reader)
  const status = answers.find(({ reply }) => reply.status >= 400)?.reply.status ?? (answers.length === 0 ? 400 : 200)
  return answer(status, { outcome, view: buildSubscribeView(reader, place, { withEditor: form.has('editor'), form, stored }) })
}

function answer(status: number, body: SubscribeAnswer) {
  return data(body, { status, headers: { 'cache-control': 'private, no-store' } })
}

/** This browser's stored alert preferences at the place, those of its mails first; undefined without any. */
async function storedPreferences(context: ActionFunctionArgs['context'], clientId: string, place: Point): Promise<unknown> {
  const { subscriptions } = await createVisitApi(context)
    .get('/api/subscriptions', { query: { clientId } })
    .catch(() => ({ subscriptions: [] }))
  const isHere = (lat: number | null, lon: number | null): boolean =>
    lat !== null && lon !== null && toCell(lat, lon).id === toCell(place.lat, place.lon).id
  const mailed = subscriptions.find(({ type, cityLat, cityLon }) => type === 'city_alerts' && isHere(cityLat, cityLon))
  if (mailed !== undefined) return mailed.alertPrefs
  const { watches } = await createVisitApi(context)
    .get('/api/push/watches', { query: { clientId } })
    .catch(() => ({ watches: [] }))
  return watches.find(({ lat, lon }) => isHere(lat, lon))?.alertPrefs
}

export default function SubscribePage() {
  const loaded = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const site = useSite()
  const { messages } = loaded
  const view = answered?.view ?? loaded.view
  return (
    <>
      <title>{`${view.place === null ? messages.title : view.title} · ${site?.siteName ?? ''}`}</title>
      <meta name="robots" content="noindex" />
      <Subscribe view={view} outcome={answered?.outcome ?? null} level={1} />
      {view.place === null && (
        <p className="soft">
          {messages.elsewhere} <Link to="/">{messages.toSearch}</Link>
        </p>
      )}
      <noscript>
        <p className="soft">{messages.scripts}</p>
      </noscript>
    </>
  )
}
