import { Icon } from '../../components/icon.tsx'
import type { CityTexts } from '../texts.ts'
import type { AlertsView, AlertView } from '../view/alerts.ts'
import styles from './alerts.module.css'

/** The official warnings, on top of the page. */
export function Alerts({ alerts: { list, others, more, note, isUnknown }, m }: { readonly alerts: AlertsView; readonly m: CityTexts }) {
  return (
    <section aria-labelledby="warnings" className={styles.alerts}>
      <h2 id="warnings" className="unseen">
        {m.warnings}
      </h2>
      {list.map((alert) => (
        <Alert key={alert.id} alert={alert} m={m} />
      ))}
      {others.length > 0 && (
        <details className={styles.more}>
          <summary>{more}</summary>
          <div className={styles.alerts}>
            {others.map((alert) => (
              <Alert key={alert.id} alert={alert} m={m} />
            ))}
          </div>
        </details>
      )}
      {note !== null && <p className={isUnknown ? 'note' : 'soft small'}>{note}</p>}
    </section>
  )
}

function Alert({ alert, m }: { readonly alert: AlertView; readonly m: CityTexts }) {
  const isGrave = alert.severity === 'extreme' || alert.severity === 'severe'
  return (
    <article className={styles.alert} data-color={alert.color ?? 'unknown'}>
      <header className={styles.head}>
        <Icon name={isGrave ? 'warning' : 'notice'} size={28} />
        <div>
          <h3>{alert.event}</h3>
          <p>{alert.when}</p>
        </div>
        <p className={styles.level}>
          <span className="unseen">{m.severity}: </span>
          {alert.levelWord}
        </p>
      </header>
      <details className={styles.body} open={alert.severity === 'extreme'}>
        <summary>{m.fullText}</summary>
        <div className={styles.text}>
          {alert.instruction !== null && (
            <div>
              <h4>{m.instruction}</h4>
              <p>{alert.instruction}</p>
            </div>
          )}
          {alert.description !== '' && <p>{alert.description}</p>}
          <dl className={styles.about}>
            {alert.areas !== '' && (
              <>
                <dt>{m.areas}</dt>
                <dd>{alert.areas}</dd>
              </>
            )}
            {alert.issuer !== null && (
              <>
                <dt>{m.issuer}</dt>
                <dd>{alert.issuer}</dd>
              </>
            )}
            <dt>{m.source}</dt>
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
