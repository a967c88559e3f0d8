import { Link } from 'react-router'
import type { SearchFailure } from '../components/search/suggestion.ts'
import type { Suggestion } from '../components/search/suggestion.ts'
import { say } from '../i18n/message.ts'
import type { search } from '../i18n/search.server.ts'
import styles from './search-results.module.css'

interface SearchResultsOf {
  readonly results: readonly Suggestion[] | SearchFailure
  readonly query: string
  readonly m: (typeof search)['en']
  readonly lang: string
}

/** The results of a search without scripts. */
export function SearchResults({ results, query, m, lang }: SearchResultsOf) {
  return (
    <section className={`card ${styles.results}`} aria-labelledby="results">
      <h2 id="results">{say(m.resultsFor, lang, { query })}</h2>
      {typeof results === 'string' && <p>{m[results]}</p>}
      {typeof results !== 'string' && results.length === 0 && <p>{m.nothing}</p>}
      {typeof results !== 'string' && results.length > 0 && (
        <ul className={styles.list}>
          {results.map(({ path, name, where }) => (
            <li key={path}>
              <Link to={path} className={styles.place} rel="nofollow">
                <strong>{name}</strong> <span className="soft">{where}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
