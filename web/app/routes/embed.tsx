import { useState } from 'react'
import { data, Form, type LoaderFunctionArgs, useLoaderData, useSubmit } from 'react-router'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { formatLanguageName } from '../../../src/messages/locale.ts'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi, toPageFailure } from '../api/server.ts'
import { findPlace } from '../city/find-place.ts'
import { Choice, type Option } from '../components/choice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { writeEmbedCode, type EmbedOptions, readEmbedOptions } from '../share/embed-code.server.ts'
import { formatPlaceSegment } from '../visit/city-path.ts'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import styles from './embed.module.css'

const MAX_PLACE = 100
const EXAMPLE = 'Berlin'

/** Makes the code with which another site shows a place. All that it depends on is in its address, so that it works without scripts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { publicOrigin, hasEmbeds } = context.get(visitContext)
  if (!hasEmbeds) throw data({ code: 'not_found' }, { status: 404 })
  const reader = await resolveReader(request, context)
  const { lang } = reader
  const messages = getAreaMessages(lang, 'embed')
  const query = new URL(request.url).searchParams
  const asked = (query.get('place') ?? '').trim().slice(0, MAX_PLACE) || EXAMPLE
  const place = await findPlace(createVisitApi(context), asked, reader).catch((failure: unknown) => {
    throw toPageFailure(failure)
  })
  const options = readEmbedOptions(query, reader)
  const settings = getAreaMessages(lang, 'settings')
  return {
    head: buildPageHead(context, { title: messages.title, description: messages.intro, path: '/embed', lang, isIndexed: query.size === 0 }),
    messages,
    place: place === null ? asked : place.name,
    options,
    choices: {
      size: [
        ['large', messages.sizeLarge],
        ['small', messages.sizeSmall],
      ],
      days: Array.from({ length: 8 }, (_, n) => [String(n), String(n)]),
      theme: [
        ['auto', settings.themeAuto],
        ['light', settings.themeLight],
        ['dark', settings.themeDark],
      ],
      units: [
        ['metric', settings.unitsMetric],
        ['uk', settings.unitsUk],
        ['imperial', settings.unitsImperial],
        ['si', settings.unitsSi],
      ],
      in: LANGUAGES.map((each) => [each, formatLanguageName(each)]),
    } satisfies Record<keyof EmbedOptions, readonly Option[]>,
    embed:
      place === null
        ? null
        : writeEmbedCode(publicOrigin, formatPlaceSegment(place), options, (shown) =>
            getTranslator(shown).t('embed.frameTitle', { place: place.name }),
          ),
  }
}

export default function EmbedPage() {
  const { head, messages, place, options, choices, embed } = useLoaderData<typeof loader>()
  const submit = useSubmit()
  const labels = { size: messages.size, days: messages.days, theme: messages.theme, units: messages.units, in: messages.language }
  return (
    <section className="stack gap-5">
      <PageHead {...head} />
      <div>
        <h1>{messages.title}</h1>
        <p className="soft">{messages.intro}</p>
      </div>
      <div className={styles.columns}>
        <Form className={`card stack gap-4 ${styles.form}`} replace preventScrollReset>
          <div className="field">
            <label htmlFor="place">{messages.place}</label>
            <input id="place" name="place" defaultValue={place} key={place} maxLength={MAX_PLACE} autoComplete="off" />
          </div>
          {Object.entries(labels).map(([name, label]) => (
            <Choice
              key={name}
              name={name}
              label={label}
              value={options[name as keyof EmbedOptions]}
              options={choices[name as keyof EmbedOptions]}
              onChange={(event) => void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
            />
          ))}
          <button className="button plain" type="submit">
            {messages.show}
          </button>
        </Form>
        <div className="stack gap-4">
          {embed === null ? (
            <p className="note bad">{messages.unknownPlace}</p>
          ) : (
            <>
              <h2>{messages.preview}</h2>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, which has no scripts */}
              <iframe key={embed.src} src={embed.src} title={embed.title} height={embed.height} className={styles.preview} />
              <Code code={embed.code} messages={messages} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** The code, to be copied by a button or by hand. */
function Code({
  code,
  messages,
}: {
  readonly code: string
  readonly messages: { readonly [Name in 'code' | 'copy' | 'copied' | 'terms']: string }
}) {
  const [copied, setCopied] = useState('')
  return (
    <>
      <div className="field">
        <label htmlFor="code">{messages.code}</label>
        <textarea id="code" readOnly rows={5} value={code} className={styles.code} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <p className={`needs-scripts ${styles.copy}`}>
        <button
          type="button"
          className="button"
          onClick={() =>
            void navigator.clipboard.writeText(code).then(
              () => setCopied(code),
              () => document.querySelector<HTMLTextAreaElement>('#code')?.focus(),
            )
          }
        >
          {messages.copy}
        </button>
        <span role="status">{copied === code && messages.copied}</span>
      </p>
      <p className="soft small">{messages.terms}</p>
    </>
  )
}
