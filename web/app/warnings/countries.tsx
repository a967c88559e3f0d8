import { Link } from 'react-router'
import type { CountryView, WarningWords } from './view.server.ts'
import styles from './warnings.module.css'

/** The countries whose warnings are read, with what is known of each; and that of others nothing is known. */
export function Countries({ countries, words }: { readonly countries: readonly CountryView[]; readonly words: WarningWords }) {
  // "None" is only said of a list that was read recently.
  const [quiet, others] = [countries.filter(isQuiet), countries.filter((country) => !isQuiet(country))]
  return (
    <section aria-labelledby="countries" className="card stack gap-4">
      <h2 id="countries">{words.countries}</h2>
      {others.length > 0 && (
        <ul className={styles.grid}>
          {others.map((country) => (
            <li key={country.path ?? country.name} className={styles.country}>
              <Name country={country} />
              <span className={styles.colors}>
                {country.colors.map(({ color, n, word }) => (
                  <span key={color ?? 'none'} className={styles.chip} data-color={color ?? 'unknown'}>
                    {n}
                    <span className="unseen"> {word}</span>
                  </span>
                ))}
              </span>
              <span className={`soft small ${styles.read}`}>{country.note ?? country.read}</span>
            </li>
          ))}
        </ul>
      )}
      {quiet.length > 0 && (
        <>
          <h3>{words.quiet}</h3>
          <ul className={styles.quiet}>
            {quiet.map((country) => (
              <li key={country.path ?? country.name}>
                <Name country={country} /> <span className="soft small">{country.ago}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="soft small">{words.coverage}</p>
    </section>
  )
}

function isQuiet({ isEmpty, note }: CountryView): boolean {
  return isEmpty && note === null
}

function Name({ country: { name, path } }: { readonly country: CountryView }) {
  return <span className={styles.countryName}>{path === null ? name : <Link to={path}>{name}</Link>}</span>
}
