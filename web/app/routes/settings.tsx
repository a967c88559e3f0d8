import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getAreaMessages } from '../../../src/messages/messages.ts'
import { createVisitApi, readForm } from '../api/server.ts'
import { Choice } from '../components/choice.tsx'
import { useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'
import { toOwnPath } from '../visit/own-path.ts'
import {
  applyPreferencesForm,
  parsePreferencesCookie,
  CLOCKS,
  CONSENTS,
  writePreferencesCookie,
  THEMES,
  UNITS,
} from '../visit/preferences.ts'
import { resolveReader } from '../visit/reader.server.ts'
import styles from './settings.module.css'

/** The page for language, units, clock, colours and ads; works without scripts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { lang } = await resolveReader(request, context)
  const { scriptEnabled: hasAds } = await createVisitApi(context)
    .get('/api/ads/config')
    .catch(() => ({ scriptEnabled: false }))
  return { messages: getAreaMessages(lang, 'settings'), hasAds, from: toOwnPath(new URL(request.url).searchParams.get('from')) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const isSecure = context.get(visitContext).publicOrigin.startsWith('https:')
  const chosen = applyPreferencesForm(parsePreferencesCookie(request.headers.get('cookie')), form)
  return redirect(toOwnPath(form.get('from')), { headers: { 'set-cookie': writePreferencesCookie(chosen, isSecure) } })
}

export default function SettingsPage() {
  const { from, messages, hasAds } = useLoaderData<typeof loader>()
  const site = useSite()
  if (site === undefined) return null
  const { chosen, lang, languages, units, siteName } = site
  const unitNames = { metric: messages.unitsMetric, uk: messages.unitsUk, imperial: messages.unitsImperial, si: messages.unitsSi }
  const clockNames = { auto: messages.clockAuto, 12: messages.clock12, 24: messages.clock24 }
  const consentNames = { ask: messages.adsAsk, ads: messages.adsYes, none: messages.adsNo }
  const themeNames = { auto: messages.themeAuto, light: messages.themeLight, dark: messages.themeDark }
  return (
    <section className={`card ${styles.card}`}>
      <title>{`${messages.settings} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{messages.settings}</h1>
      <Form method="post" reloadDocument className={`stack gap-4 ${styles.form}`}>
        <input type="hidden" name="from" value={from} />
        <Choice name="lang" label={messages.language} value={lang} options={languages.map((each) => [each.lang, each.name])} />
        <Choice name="units" label={messages.units} value={units} options={UNITS.map((each) => [each, unitNames[each]])} />
        <Choice name="clock" label={messages.clock} value={chosen.clock} options={CLOCKS.map((each) => [each, clockNames[each]])} />
        <Choice name="theme" label={messages.theme} value={chosen.theme} options={THEMES.map((each) => [each, themeNames[each]])} />
        {hasAds && (
          <Choice name="consent" label={messages.ads} value={chosen.consent} options={CONSENTS.map((each) => [each, consentNames[each]])} />
        )}
        <button className="button" type="submit">
          {messages.save}
        </button>
      </Form>
    </section>
  )
}
