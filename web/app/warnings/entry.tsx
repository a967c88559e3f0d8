import { Link } from 'react-router'
import { Icon } from '../components/icon.tsx'
import type { EntryView, WarningWords } from './view.server.ts'
import styles from './warnings.module.css'

interface EntryOf {
  readonly entry: EntryView
  readonly words: WarningWords
  /** Whether the list is of several countries. */
  readonly isWorld: boolean
}

/** One warning. The map and other pages link to it as `#w-{id}`. */
export function Entry({ entry, words, isWorld }: EntryOf) {
  const [id, ...others] = entry.ids
  const hasText = entry.description !== '' || entry.instruction !== null || entry.original !== null
  return (
    <article id={`w-${id}`} className={styles.entry} data-color={entry.color ?? 'unknown'}>
      {others.map((other) => (
        <span key={other} id={`w-${other}`} />
      ))}
      <header className="when-whole band">
        <Icon name={entry.isGrave ? 'warning' : 'notice'} size={24} />
        <h3 dir="auto" lang={entry.lang ?? undefined}>
          {entry.event}
        </h3>
        <span className={`level ${styles.level}`}>
          <span className="unseen">{words.level}: </span>
          {entry.levelWord}
        </span>
      </header>
      <div className={styles.body}>
        <div className={styles.what}>
          <p>
            {isWorld && entry.country !== null && (
              <Link to={entry.country.path} className={styles.where}>
                {entry.country.name}
              </Link>
            )}
            <span className="unseen"> {words.areas}: </span>
            <bdi>{entry.areas}</bdi>
          </p>
          <p className={styles.when}>
            {entry.when} <span className="soft small">{entry.zone}</span>
          </p>
        </div>
        <Bar bar={entry.bar} />
        {hasText && <Text entry={entry} words={words} />}
        <p className={`soft small ${styles.issuer}`}>
          {entry.issuer !== null && (
            <>
              {words.issuer} <bdi>{entry.issuer}</bdi>
              {entry.credit !== null && ' · '}
            </>
          )}
          {entry.credit !== null && (
            <a href={entry.credit.url} rel="noopener">
              {entry.credit.text}
            </a>
          )}
        </p>
      </div>
    </article>
  )
}

/** Advice, text, and the original beside it if the issuer wrote in another language first. */
function Text({ entry: { lang, description, instruction, original }, words }: { readonly entry: EntryView; readonly words: WarningWords }) {
  return (
    <details className={styles.details}>
      <summary>{words.text}</summary>
      <div className={styles.texts}>
        <div className={styles.text} dir="auto" lang={lang ?? undefined}>
          {instruction !== null && (
            <>
              <h4>{words.instruction}</h4>
              <p>{instruction}</p>
            </>
          )}
          {description !== '' && <p>{description}</p>}
        </div>
        {original !== null && (
          <div className={styles.text}>
            <h4>{original.label}</h4>
            <div dir="auto" lang={original.lang ?? undefined}>
              <p>
                <strong>{original.event}</strong>
              </p>
              {original.instruction !== null && <p>{original.instruction}</p>}
              {original.description !== '' && <p>{original.description}</p>}
            </div>
          </div>
        )}
      </div>
    </details>
  )
}

/** Onset to end over the next days; the words above say the same. */
function Bar({ bar: { from, to, now, days } }: { readonly bar: EntryView['bar'] }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none">
        <rect className={styles.track} width="100" height="10" />
        <rect className={styles.span} x={Math.min(from, 99)} width={Math.max(1, to - from)} height="10" />
        {days.slice(1).map((day, index) => (
          <path key={day} className={styles.tick} d={`M${((index + 1) * 100) / days.length} 0V10`} />
        ))}
        <path className={styles.now} d={`M${now} 0V10`} />
      </svg>
      <div className={styles.days}>
        {days.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
    </div>
  )
}
