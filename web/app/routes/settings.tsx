import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { apiOf, formOf } from '../api/server.ts'
import { settings } from '../i18n/settings.server.ts'
import { useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'
import { LANG_NAMES, SITE_LANGS } from '../visit/languages.ts'
import { changedBy, chosenIn, CLOCKS, CONSENTS, preferencesCookie, THEMES, UNITS } from '../visit/preferences.ts'
import { ownPath } from '../visit/own-path.ts'
import { readerOf } from '../visit/reader.server.ts'
import styles from './settings.module.css'

/** The page for language, units, clock, colours and ads; works without scripts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { lang } = await readerOf(request, context)
  const { scriptEnabled: hasAds } = await apiOf(context)
    .get('/api/ads/config')
    .catch(() => ({ scriptEnabled: false }))
  return { m: settings[lang], hasAds, from: ownPath(new URL(request.url).searchParams.get('from')) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request)
  const isSecure = context.get(visitContext).publicOrigin.startsWith('https:')
  const chosen = changedBy(chosenIn(request.headers.get('cookie')), form)
  return redirect(ownPath(form.get('from')), { headers: { 'set-cookie': preferencesCookie(chosen, isSecure) } })
}

export default function SettingsPage() {
  const { from, m, hasAds } = useLoaderData<typeof loader>()
  const site = useSite()
  if (site === undefined) return null
  const { chosen, lang, units, siteName } = site
  const unitNames = { metric: m.unitsMetric, uk: m.unitsUk, imperial: m.unitsImperial, si: m.unitsSi }
  const clockNames = { auto: m.clockAuto, 12: m.clock12, 24: m.clock24 }
  const consentNames = { ask: m.adsAsk, ads: m.adsYes, none: m.adsNo }
  const themeNames = { auto: m.themeAuto, light: m.themeLight, dark: m.themeDark }
  return (
    <section className={`card ${styles.card}`}>
      <title>{`${m.settings} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{m.settings}</h1>
      <Form method="post" reloadDocument className={styles.form}>
        <input type="hidden" name="from" value={from} />
        <Choice name="lang" label={m.language} value={lang} options={SITE_LANGS.map((each) => [each, LANG_NAMES[each]])} />
        <Choice name="units" label={m.units} value={units} options={UNITS.map((each) => [each, unitNames[each]])} />
        <Choice name="clock" label={m.clock} value={chosen.clock} options={CLOCKS.map((each) => [each, clockNames[each]])} />
        <Choice name="theme" label={m.theme} value={chosen.theme} options={THEMES.map((each) => [each, themeNames[each]])} />
        {hasAds && (
          <Choice name="consent" label={m.ads} value={chosen.consent} options={CONSENTS.map((each) => [each, consentNames[each]])} />
        )}
        <button className="button" type="submit">
          {m.save}
        </button>
      </Form>
    </section>
  )
}

interface ChoiceOf {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

function Choice({ name, label, value, options }: ChoiceOf) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
