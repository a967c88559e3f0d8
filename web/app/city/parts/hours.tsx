import { useEffect, useRef, useState } from 'react'
import icons from '../../components/weather-icon.module.css'
import { useSeen } from '../../components/when-seen.ts'
import { HOUR_WIDTH, RAIN } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { HoursView } from '../view/hours.ts'
import type { MinutesView } from '../view/minutes.ts'
import styles from './hours.module.css'
import type { ReadHour } from './read-hours.ts'
import reading from './read-out.module.css'
import { ReadOut } from './read-out.tsx'
import { ScaleColours } from './scale-colours.tsx'

interface HoursOf {
  readonly hours: HoursView | null
  readonly none: string
  /** What the first screen has no room for. */
  readonly later: string
  readonly minutes: MinutesView
  /** How its keys are used. */
  readonly keys: string
  readonly messages: CityTexts
}

/** The next 24 hours as a chart that can be read hour by hour, above it a line on an hour without a picture; the table of all is with the meteogram. */
export function Hours({ hours, none, later, minutes, keys, messages }: HoursOf) {
  return (
    <section aria-labelledby="hours" className="card stack">
      <h2 id="hours">{messages.hours}</h2>
      {later !== '' && <p>{later}</p>}
      {minutes.chart === null && (
        <section aria-labelledby="next-hour">
          <h3 id="next-hour" className="unseen">
            {messages.nextHour}
          </h3>
          <p className="soft small">{minutes.text}</p>
        </section>
      )}
      {hours === null ? (
        <p>{none}</p>
      ) : (
        <>
          <ReadableChart hours={hours} keys={keys} messages={messages} />
          <Legend hours={hours} messages={messages} />
        </>
      )}
    </section>
  )
}

/** The chart; a script that is loaded when it is seen reads it hour by hour, by pointer, touch and keys. */
function ReadableChart({ hours, keys, messages }: { readonly hours: HoursView } & Pick<HoursOf, 'keys' | 'messages'>) {
  const area = useRef<HTMLDivElement>(null)
  const [read, setRead] = useState<ReadHour | null>(null)
  const loaded = useSeen(area, () => import('./read-hours.ts'))
  const count = hours.width / HOUR_WIDTH
  useEffect(() => (area.current === null ? undefined : loaded?.readHours(area.current, count, keys, setRead)), [loaded, count, keys])
  return (
    <div className={reading.figure}>
      <div
        ref={area}
        className={`scroll ${styles.scroll}`}
        role="group"
        aria-label={messages.chartMove}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <HoursChart hours={hours} at={read?.at ?? null} />
      </div>
      {read !== null && <ReadOut lines={read.lines} />}
    </div>
  )
}

function Legend({ hours: { falls, fullRain, windUnit, labels }, messages }: Pick<HoursOf, 'messages'> & { readonly hours: HoursView }) {
  const [rain, snow] = falls
  const fallen = falls.filter((name) => name !== null)
  return (
    <p className={`soft small ${styles.legend}`}>
      <span data-what="temperature">{messages.temperature}</span>
      {fallen.map((name) => (
        <span key={name} data-what={name === snow ? 'snow' : 'rain'}>
          {name}
          {name === (rain ?? snow) && `, ${fullRain}`}
        </span>
      ))}
      {labels.some(({ chance }) => chance !== null) && <span>%: {messages.chance}</span>}
      <span>
        <svg className={styles.arrow} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
          <path d="M-6 0H6M3-3L6 0L3 3" />
        </svg>
        <span>
          {messages.wind}, <strong>{messages.gusts}</strong>, {windUnit}
        </span>
      </span>
    </p>
  )
}

const HEIGHT = 286
const TOP = 22
const ICON = 30
/** Space for labels at both ends. */
const SPARE = 14
/** Distance between a dot and its label. */
const LABEL = 9

/** Places lines and areas that the server has prepared. */
export function HoursChart({ hours, at = null }: { readonly hours: HoursView; readonly at?: number | null }) {
  const { width, label, line, surface, bars, snows, nights, days, labels, colours } = hours
  const measured = labels.flatMap(({ x, y, temperature }) => (y === null ? [] : [{ x, y, temperature }]))
  return (
    <svg className={styles.chart} viewBox={`${-SPARE} 0 ${width + 2 * SPARE} ${HEIGHT}`} role="img" aria-label={label}>
      {colours !== null && <ScaleColours id="hours-colours" along="y" of={colours} />}
      <path className={styles.night} d={nights.map(([x, wide]) => `M${x} ${TOP}h${wide}V${HEIGHT}h${-wide}z`).join('')} />
      <path className={styles.surface} d={surface} fill="url(#hours-colours)" />
      {at !== null && <rect className={styles.mark} x={at * HOUR_WIDTH} y={TOP} width={HOUR_WIDTH} height={HEIGHT - TOP} />}
      {snows !== '' && (
        <>
          <pattern id="snow" width="6" height="6" patternUnits="userSpaceOnUse">
            <circle cx="3" cy="3" r="1.7" />
          </pattern>
          <path className={styles.snows} d={snows} fill="url(#snow)" />
        </>
      )}
      <path className={styles.bars} d={bars} />
      <path className={styles.base} d={`M0 ${RAIN.bottom}H${width}`} />
      <path className={styles.line} d={line} stroke="url(#hours-colours)" />
      <path className={styles.border} d={days.map(([x]) => (x === 0 ? '' : `M${x} 0V${RAIN.bottom}`)).join('')} />
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
      <g className={styles.gusts} transform="translate(0 275)">
        {labels.map(
          ({ x, gust }) =>
            gust !== null && (
              <text key={x} x={x}>
                {gust}
              </text>
            ),
        )}
      </g>
    </svg>
  )
}
