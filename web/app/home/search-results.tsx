import { Link } from 'react-router'
import type { Messages } from '../../../src/messages/messages.ts'
import { hasOnlySimilarPlaces, type SearchFailure, type Suggestion } from '../components/search/suggestion.ts'
import styles from './search-results.module.css'

interface SearchResultsOf {
  readonly results: readonly Suggestion[] | SearchFailure
  readonly query: string
  readonly messages: Messages<'search'>
}

/** The results of a search without scripts. */
export function SearchResults({ results, query, messages }: SearchResultsOf) {
  return (
    <section className="card stack" aria-labelledby="results">
      <h2 id="results">{messages.resultsFor.replace('{query}', () => query)}</h2>
      {typeof results === 'string' && <p>{messages[results]}</p>}
      {typeof results !== 'string' && results.length === 0 && <p>{messages.nothing}</p>}
      {typeof results !== 'string' && hasOnlySimilarPlaces(results) && <p>{messages.similar}</p>}
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
