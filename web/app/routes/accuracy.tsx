import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getTranslator } from '../../../src/messages/messages.ts'
import styles from '../accuracy/accuracy.module.css'
import { LeadChartView } from '../accuracy/lead-chart.tsx'
import { buildAccuracyPageView, type SoonView } from '../accuracy/view.server.ts'
import { createVisitApi, toPageFailure } from '../api/server.ts'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page-head.tsx'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'

/** How accurate the forecasts of all places were. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await resolveReader(request, context)
  const { t } = getTranslator(reader.lang)
  try {
    const answer = await createVisitApi(context).get('/api/weather/accuracy', { query: { units: reader.units } })
    const view = buildAccuracyPageView(answer, reader)
    const [title, description] = [t('accuracy.title'), t('accuracy.description')]
    const head = buildPageHead(context, { title, description, path: '/accuracy', lang: reader.lang, isIndexed: view.sections.length > 0 })
    return { head, view, messages: { title, unknown: t('accuracy.unknown') } }
  } catch (error) {
    throw toPageFailure(error)
  }
}

export default function AccuracyPage() {
  const { head, view, messages } = useLoaderData<typeof loader>()
  return (
    <div className="stack gap-4">
      <PageHead {...head} />
      <h1>{messages.title}</h1>
      <div>
        <p>{view.intro}</p>
        {view.notes.map((note) => (
          <p key={note} className="soft small">
            {note}
          </p>
        ))}
      </div>
      {view.soon !== null && <Soon soon={view.soon} />}
      {view.sections.map(({ title, parts, sentences }) => (
        <section key={title} className="card stack gap-4">
          <h2>{title}</h2>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {parts.map((part) => (
            <div key={part.title} className="stack">
              <h3>{part.title}</h3>
              <LeadChartView chart={part.chart} />
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
              <div className="scroll" role="group" aria-label={`${title}: ${part.title}`} tabIndex={0}>
                <DataTable
                  {...part.table}
                  className={styles.table}
                  renderCell={(text) => text ?? <span className="soft">{messages.unknown}</span>}
                />
              </div>
            </div>
          ))}
        </section>
      ))}
      {view.credits.length > 0 && (
        <ul className="soft small">
          {view.credits.map(({ text, url }) => (
            <li key={url}>
              <a href={url}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How far the comparison is, and what comes of it. */
function Soon({ soon: { days, least, progress, how, coming } }: { readonly soon: SoonView }) {
  return (
    <section className={`card stack gap-4 ${styles.soon}`}>
      <p>
        <label htmlFor="progress">{progress}</label>
        <progress id="progress" value={days} max={least} />
      </p>
      <h2>{how.title}</h2>
      <p>{how.text}</p>
      <h2>{coming.title}</h2>
      <ul>
        {coming.texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
