import { SUN_ARC } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { SkyView } from '../view/sky.ts'
import { Facts, SmallCard } from './facts.tsx'
import styles from './sun.module.css'

const { x, y, radius } = SUN_ARC
/** Height of a sun that does not set: the top of its arc. */
const HIGH = 22
/** Height of the horizon: in the polar night the sun passes below it. */
const HORIZONS = { arc: y, above: y, below: 30, unknown: y } as const
const COURSES = {
  arc: `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`,
  above: `M2 48C40 48 50 ${HIGH} ${x} ${HIGH}S120 48 158 48`,
  below: `M2 78C40 78 50 46 ${x} 46S120 78 158 78`,
  unknown: '',
} as const

/** The sun's arc over the day, and its position. */
export function Sun({ sun: { at, times, text, course }, messages }: { readonly sun: SkyView['sun']; readonly messages: CityTexts }) {
  return (
    <SmallCard title={messages.sun}>
      <svg viewBox="0 0 160 84" className={styles.arc} aria-hidden="true">
        {COURSES[course] !== '' && <path className={styles.path} d={COURSES[course]} />}
        <path className={styles.horizon} d={`M2 ${HORIZONS[course]}H158`} />
        {course === 'above' && <circle className={styles.disc} cx={x} cy={HIGH} r="7" />}
        {at !== null && <circle className={styles.disc} cx={at.x} cy={at.y} r="7" />}
      </svg>
      <Facts facts={times} unknown={messages.unknown} />
      {text !== null && <p className="soft small">{text}</p>}
    </SmallCard>
  )
}
