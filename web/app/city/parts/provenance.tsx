import type { CityTexts } from '../texts.ts'
import type { ProvenanceView } from '../view/provenance.ts'
import { Age } from './age.tsx'
import styles from './provenance.module.css'

interface ProvenanceOf {
  readonly provenance: ProvenanceView
  readonly locale: string
  readonly messages: CityTexts
}

/** Source, age and credit of each part of the page. */
export function Provenance({ provenance: { parts, credits, times }, locale, messages }: ProvenanceOf) {
  return (
    <section aria-labelledby="sources" className={`card ${styles.sources}`}>
      <h2 id="sources">{messages.sources}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.source}</th>
            <th scope="col">{messages.updated}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, source, fetchedAt, ago, mark }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{source}</td>
              <td>
                <Age fetchedAt={fetchedAt} ago={ago} locale={locale} />
                {mark !== null && <span className={styles.mark}>{mark}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {credits.map(({ text, url, license }) => (
        <p key={text} className="small">
          <a href={url} rel="noopener">
            {text}
          </a>{' '}
          <span className="soft">{license}</span>
        </p>
      ))}
      <p className="soft small">{times}</p>
    </section>
  )
}
