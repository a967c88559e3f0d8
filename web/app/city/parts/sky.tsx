import { MOON_RADIUS } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { ExtraView } from '../view/extra.ts'
import type { CardView } from '../view/sky.ts'
import { Value } from './facts.tsx'
import styles from './sky.module.css'

interface SkyOf {
  readonly sky: readonly CardView[]
  readonly extra: ExtraView
  readonly messages: CityTexts
}

/** Cards of one height: the air, UV, pressure, sun and moon, and for those who ask the quality of the air, pollen and the sea. */
export function Sky({ sky, extra, messages }: SkyOf) {
  return (
    <section aria-labelledby="sky" className={styles.sky}>
      <h2 id="sky" className="unseen">
        {messages.sky}
      </h2>
      {[...sky, ...extra.facts.map(([title, value]) => ({ title, value, lines: [] }))].map((card) => (
        <Card key={card.title} card={card} unknown={messages.unknown} />
      ))}
      {extra.text !== '' && (
        <div className={`card on-screen ${styles.card}`}>
          <h3>{messages.extra}</h3>
          <a href={extra.href}>{extra.text}</a>
        </div>
      )}
    </section>
  )
}

function Card({ card: { title, value, lines, share = null, turn, moon }, unknown }: { readonly card: CardView; readonly unknown: string }) {
  return (
    <dl className={`card ${styles.card}`}>
      <dt>{title}</dt>
      {turn !== undefined && (
        <svg viewBox="0 0 24 24" className={styles.turn} aria-hidden="true">
          <path transform={`rotate(${-45 * turn} 12 12)`} d="M3 12H21M14 5L21 12L14 19" />
        </svg>
      )}
      {moon !== undefined && (
        <svg viewBox="-34 -34 68 68" className={styles.moon} aria-hidden="true">
          <circle className={styles.dark} r={MOON_RADIUS} />
          <path className={styles.lit} d={moon} />
        </svg>
      )}
      <dd className={styles.value}>
        <Value text={value} unknown={unknown} />
      </dd>
      {share !== null && (
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" className={styles.scale} aria-hidden="true">
          <rect className={styles.rail} width="100" height="6" rx="3" />
          <rect className={styles.part} width={Math.max(2, Math.round(share * 100))} height="6" rx="3" />
        </svg>
      )}
      {lines.map((line) => (
        <dd key={line} className="soft small">
          {line}
        </dd>
      ))}
    </dl>
  )
}
