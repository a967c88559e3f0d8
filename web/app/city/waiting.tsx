import city from './city-page.module.css'
import styles from './waiting.module.css'

interface WaitingOf {
  readonly name: string
  readonly region: string
  readonly text: string
}

/** Placeholder for a place's page while its weather is loading. */
export function Waiting({ name, region, text }: WaitingOf) {
  return (
    <div className={`waiting ${city.page}`} aria-busy="true">
      <header className={city.head}>
        <div>
          <h1>{name}</h1>
          {region !== '' && <p className="soft">{region}</p>}
        </div>
      </header>
      <p role="status">{text}</p>
      <div className={city.two} aria-hidden="true">
        <div className={`card ${styles.now}`} />
        <div className={city.stack}>
          <div className={`card ${styles.small}`} />
          <div className={`card ${styles.small}`} />
        </div>
      </div>
      <div className={`card ${styles.hours}`} aria-hidden="true" />
    </div>
  )
}
