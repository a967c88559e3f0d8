import icons from '../../components/weather-icon.module.css'
import { RAIN } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { HoursView } from '../view/hours.ts'
import styles from './hours.module.css'
import { ScaleColours } from './scale-colours.tsx'

/** The next 24 hours as a chart; the table of all is with the meteogram. */
export function Hours({
  hours,
  none,
  messages,
}: {
  readonly hours: HoursView | null
  readonly none: string
  readonly messages: CityTexts
}) {
  return (
    <section aria-labelledby="hours" className="card stack">
      <h2 id="hours">{messages.hours}</h2>
      {hours === null ? (
        <p>{none}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className={`scroll ${styles.scroll}`} role="group" aria-label={messages.chartMove} tabIndex={0}>
            <HoursChart hours={hours} />
          </div>
          <p className={`soft small ${styles.legend}`}>
            <span data-what="temperature">{messages.temperature}</span>
            <span data-what="rain">
              {messages.rain}, {hours.fullRain}
            </span>
            <span>%: {messages.chance}</span>
            <span>
              <svg className={styles.arrow} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
                <path d="M-6 0H6M3-3L6 0L3 3" />
              </svg>
              <span>
                {messages.wind}, {hours.windUnit}
              </span>
            </span>
          </p>
        </>
      )}
    </section>
  )
}

const HEIGHT = 268
const TOP = 22
const ICON = 30
/** Space for labels at both ends. */
const SPARE = 14
/** Distance between a dot and its label. */
const LABEL = 9

/** Places lines and areas that the server has prepared. */
export function HoursChart({ hours }: { readonly hours: HoursView }) {
  const { width, label, line, surface, bars, nights, days, labels, colours } = hours
  const measured = labels.flatMap(({ x, y, temperature }) => (y === null ? [] : [{ x, y, temperature }]))
  return (
    <svg className={styles.chart} viewBox={`${-SPARE} 0 ${width + 2 * SPARE} ${HEIGHT}`} role="img" aria-label={label}>
      {colours !== null && <ScaleColours id="hours-colours" along="y" of={colours} />}
      <path className={styles.night} d={nights.map(([x, wide]) => `M${x} ${TOP}h${wide}V${HEIGHT}h${-wide}z`).join('')} />
      <path className={styles.surface} d={surface} fill="url(#hours-colours)" />
      <path className={styles.bars} d={bars} />
      <path className={styles.base} d={`M0 ${RAIN.bottom}H${width}`} />
      <path className={styles.line} d={line} stroke="url(#hours-colours)" />
      <path className={styles.border} d={days.map(([x]) => (x === 0 ? '' : `M${x} 0V${HEIGHT}`)).join('')} />
      <g className={styles.days}>
        {days.map(([x, name]) => (
          <text key={x} x={x === 0 ? 0 : x + 7} y={13}>
            {name}
          </text>
        ))}
      </g>
      <g className={styles.times} transform="translate(0 38)">
        {labels.map(({ x, time }) => (
          <text key={x} x={x}>
            {time}
          </text>
        ))}
      </g>
      <g className={icons.icon} transform={`translate(${-ICON / 2} 43)`}>
        {labels.map(({ x, icon }) => icon !== null && <use key={x} href={`/weather-icons.svg#${icon}`} x={x} width={ICON} height={ICON} />)}
      </g>
      <path className={styles.points} d={measured.map(({ x, y }) => `M${x} ${y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0`).join('')} />
      <g className={styles.temperatures} transform={`translate(0 ${-LABEL})`}>
        {measured.map(({ x, y, temperature }) => (
          <text key={x} x={x} y={y}>
            {temperature}
          </text>
        ))}
      </g>
      <g className={styles.chances} transform={`translate(0 ${RAIN.bottom + 15})`}>
        {labels.map(
          ({ x, chance }) =>
            chance !== null && (
              <text key={x} x={x}>
                {chance}
              </text>
            ),
        )}
      </g>
      <g className={styles.arrows}>
        {labels.map(
          ({ x, windTo }) =>
            windTo !== null && <path key={x} transform={`translate(${x - 11} 253) rotate(${windTo})`} d="M0 5V-5M-3-2L0-5.5L3-2" />,
        )}
      </g>
      <g className={styles.winds} transform="translate(0 257)">
        {labels.map(({ x, wind }) => (
          <text key={x} x={x}>
            {wind}
          </text>
        ))}
      </g>
    </svg>
  )
}
