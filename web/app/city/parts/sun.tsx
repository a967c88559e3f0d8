import { SUN_ARC } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { SkyView } from '../view/sky.ts'
import { Facts } from './facts.tsx'
import styles from './sun.module.css'

const { x, y, radius } = SUN_ARC

/** The way of the sun over the day, and where it stands. */
export function Sun({ sun: { at, times, text }, m }: { readonly sun: SkyView['sun']; readonly m: CityTexts }) {
  return (
    <section aria-labelledby="sun" className={`card ${styles.sun}`}>
      <h2 id="sun" className={styles.title}>
        {m.sun}
      </h2>
      <svg viewBox="0 0 160 84" className={styles.arc} aria-hidden="true">
        <path className={styles.path} d={`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
        <path className={styles.horizon} d={`M2 ${y}H158`} />
        {at !== null && <circle className={styles.disc} cx={at.x} cy={at.y} r="7" />}
      </svg>
      <div className={styles.words}>
        <Facts facts={times} unknown={m.unknown} />
        {text !== null && <p className="soft small">{text}</p>}
      </div>
    </section>
  )
}
