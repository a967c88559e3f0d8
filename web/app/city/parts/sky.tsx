import { MOON_RADIUS, SUN_ARC } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { ExtraView } from '../view/extra.ts'
import type { NowView } from '../view/now.ts'
import type { SkyView, SunCourse } from '../view/sky.ts'
import { Facts, SmallCard } from './facts.tsx'
import styles from './sky.module.css'

interface SkyOf {
  readonly sky: SkyView
  readonly facts: NowView['facts']
  readonly extra: ExtraView
  readonly messages: CityTexts
}

/** Small cards: wind, the air, UV, pressure, sun and moon, air and sea. An unknown value has no card, except for the sun. */
export function Sky({ sky: { sun, moon, wind, uv, pressure }, facts, extra, messages }: SkyOf) {
  return (
    <section aria-labelledby="sky" className={styles.sky}>
      <h2 id="sky" className="unseen">
        {messages.sky}
      </h2>
      {wind !== null && (
        <SmallCard title={messages.wind}>
          <div className={styles.side}>
            <svg viewBox="-40 -40 80 80" className={styles.compass} aria-hidden="true">
              <circle className={styles.ring} r="34" />
              <path className={styles.ticks} d="M0 -34v6M34 0h-6M0 34v-6M-34 0h6" />
              <path className={styles.needle} transform={`rotate(${wind.to})`} d="M0 -24L9 14L0 8L-9 14Z" />
            </svg>
            <div>
              <p className={styles.value}>{wind.speed}</p>
              <p className={styles.word}>{wind.point}</p>
            </div>
          </div>
          <p className="soft small">{wind.text}</p>
        </SmallCard>
      )}
      {facts.length > 0 && (
        <SmallCard title={messages.air}>
          <Facts facts={facts} unknown={messages.unknown} />
        </SmallCard>
      )}
      {uv !== null && (
        <SmallCard title={messages.uv}>
          <p className={styles.value}>{uv.value}</p>
          <p className={styles.word}>{uv.word}</p>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" className={styles.scale} aria-hidden="true">
            <rect className={styles.rail} width="100" height="6" rx="3" />
            <rect className={styles.uv} width={Math.max(2, Math.round(uv.share * 100))} height="6" rx="3" />
          </svg>
          {uv.today !== null && <p className="soft small">{uv.today}</p>}
        </SmallCard>
      )}
      {pressure !== null && (
        <SmallCard title={messages.pressure}>
          <p className={styles.value}>{pressure.value}</p>
          {pressure.turn !== null && (
            <svg viewBox="0 0 24 24" className={styles.turn} aria-hidden="true">
              <path transform={`rotate(${-45 * pressure.turn} 12 12)`} d="M3 12H21M14 5L21 12L14 19" />
            </svg>
          )}
          {pressure.trend !== null && <p className="soft small">{pressure.trend}</p>}
        </SmallCard>
      )}
      <Sun sun={sun} messages={messages} />
      {moon !== null && (
        <SmallCard title={messages.moon}>
          <div className={styles.side}>
            <svg viewBox="-34 -34 68 68" className={styles.moon} aria-hidden="true">
              <circle className={styles.dark} r={MOON_RADIUS} />
              <path className={styles.lit} d={moon.path} />
            </svg>
            <div>
              <p className={styles.word}>{moon.phase}</p>
              <p className="soft small">{moon.lit}</p>
            </div>
          </div>
          <Facts facts={moon.times} unknown={messages.unknown} />
        </SmallCard>
      )}
      <SmallCard title={messages.extra}>
        <Facts facts={extra.facts} unknown={messages.unknown} />
        <a href={extra.href}>{extra.text}</a>
      </SmallCard>
    </section>
  )
}

const { x, y, radius } = SUN_ARC
/** Height of a sun that does not set: the top of its arc. */
const HIGH = 22
/** Height of the horizon: in the polar night the sun passes below it. */
const HORIZONS = { arc: y, above: y, below: 30, unknown: y } as const
const COURSES: Readonly<Record<SunCourse, string>> = {
  arc: `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`,
  above: `M2 48C40 48 50 ${HIGH} ${x} ${HIGH}S120 48 158 48`,
  below: `M2 78C40 78 50 46 ${x} 46S120 78 158 78`,
  unknown: '',
}

/** The sun's arc over the day, and its position. */
function Sun({ sun: { at, times, text, course }, messages }: Pick<SkyOf, 'messages'> & { readonly sun: SkyView['sun'] }) {
  return (
    <SmallCard title={messages.sun}>
      <svg viewBox="0 0 160 84" className={styles.arc} aria-hidden="true">
        {COURSES[course] !== '' && <path className={styles.course} d={COURSES[course]} />}
        <path className={styles.horizon} d={`M2 ${HORIZONS[course]}H158`} />
        {course === 'above' && <circle className={styles.disc} cx={x} cy={HIGH} r="7" />}
        {at !== null && <circle className={styles.disc} cx={at.x} cy={at.y} r="7" />}
      </svg>
      <Facts facts={times} unknown={messages.unknown} />
      {text !== null && <p className="soft small">{text}</p>}
    </SmallCard>
  )
}
