import { Icon } from '../../components/icon.tsx'
import type { CityTexts } from '../texts.ts'
import type { AlertsView, AlertView } from '../view/alerts.ts'
import styles from './alerts.module.css'

/** The official warnings, on top of the page. */
export function Alerts({
  alerts: { list, others, more, note, isUnknown },
  messages,
}: {
  readonly alerts: AlertsView
  readonly messages: CityTexts
}) {
  return (
    <section aria-labelledby="warnings" className="stack">
      <h2 id="warnings" className="unseen">
        {messages.warnings}
      </h2>
      {list.map((alert) => (
        <Alert key={alert.id} alert={alert} messages={messages} />
      ))}
      {others.length > 0 && (
        <details className={styles.more}>
          <summary>{more}</summary>
          <div className="stack">
            {others.map((alert) => (
              <Alert key={alert.id} alert={alert} messages={messages} />
            ))}
          </div>
        </details>
      )}
      {note !== null && <p className={isUnknown ? 'note' : 'soft small'}>{note}</p>}
    </section>
  )
}

function Alert({ alert, messages }: { readonly alert: AlertView; readonly messages: CityTexts }) {
  const isGrave = alert.severity === 'extreme' || alert.severity === 'severe'
  return (
    <article className={styles.alert} data-color={alert.color ?? 'unknown'}>
      <details>
        <summary className={`when-whole band chevron ${styles.head}`}>
          <Icon name={isGrave ? 'warning' : 'notice'} size={24} />
          <h3 dir="auto">{alert.event}</h3>
          <span className="level">
            <span className="unseen">{messages.severity}: </span>
            {alert.levelWord}
          </span>
          <span className={styles.when}>{alert.when}</span>
          {isGrave && alert.instruction !== null && (
            <span className={styles.todo}>
              <strong>{messages.instruction}</strong> <span dir="auto">{alert.instruction}</span>
            </span>
          )}
        </summary>
        <div className={styles.text}>
          {alert.instruction !== null && (
            <div>
              <h4>{messages.instruction}</h4>
              <p dir="auto">{alert.instruction}</p>
            </div>
          )}
          {alert.description !== '' && <p dir="auto">{alert.description}</p>}
          <dl className={styles.about}>
            {alert.areas !== '' && (
              <>
                <dt>{messages.areas}</dt>
                <dd dir="auto">{alert.areas}</dd>
              </>
            )}
            {alert.issuer !== null && (
              <>
                <dt>{messages.issuer}</dt>
                <dd dir="auto">{alert.issuer}</dd>
              </>
            )}
            <dt>{messages.source}</dt>
            <dd>
              <a href={alert.url} rel="noopener">
                {alert.source}
              </a>
            </dd>
          </dl>
        </div>
      </details>
    </article>
  )
}
