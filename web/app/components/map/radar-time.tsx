import type { Point } from '@isobar/weather'
import { type RefObject, useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { Icon } from '../icon.tsx'
import { findNewestMeasured, findSuccessor, formatFrameTime, locateOnScale } from './frame-times.ts'
import type { MapWords } from './legend.server.ts'
import type { LiveMap } from './open-map.ts'
import type { Frame, FrameList, RadarLayer } from './radar-layer.ts'
import styles from './radar-time.module.css'
import { useZone } from './use-zone.ts'

interface RadarTimeOf {
  readonly live: RefObject<LiveMap | null>
  readonly words: MapWords
  /** The place that the map is about, else its middle: whose clock the times are of. */
  readonly point: Point
  /** Whether other times than the present can be chosen. */
  readonly hasTimes: boolean
}

const RENEWED_MS = 120_000
const STEP_MS = 500
/** At the end of the loop, and for readers who ask for less motion. */
const SLOW_MS = 1_500
/** The newest measurement of a service that works is not so old. */
const OLD_MS = 30 * 60_000
const MINUTE_MS = 60_000

type State = 'loading' | 'whole' | 'missing'

/** Which frame of the radar the map shows, what its colours mean, and whose it is. */
export function RadarTime({ live, words, point, hasTimes }: RadarTimeOf) {
  const zone = useZone(point)
  const [list, setList] = useState<FrameList | 'away' | null>(null)
  const [index, setIndex] = useState(-1)
  const [state, setState] = useState<State>('loading')
  const [isPlaying, setPlaying] = useState(false)
  const [layer, setLayer] = useState<RadarLayer | null>(null)
  const [now, setNow] = useState(() => Date.now())
  const known = list === 'away' ? null : list
  const frames = known?.frames ?? NO_FRAMES
  const frame = frames[index]

  useEffect(() => {
    let isLeft = false
    let former: readonly Frame[] = NO_FRAMES
    const read = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return
      const found = await api.get('/api/weather/map-frames', { query: {} }).catch(() => null)
      if (isLeft) return
      setNow(Date.now())
      if (found === null) {
        // What is shown says how old it is.
        if (former.length === 0) setList('away')
        return
      }
      const before = former
      former = found.frames
      setList(found)
      setIndex((shown) => findSuccessor(found.frames, before, shown))
    }
    void read()
    const timer = setInterval(() => void read(), RENEWED_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])

  const area = known?.area ?? null
  const isListed = known !== null
  useEffect(() => {
    const opened = isListed ? live.current?.openRadar(area, (isWhole) => setState(isWhole ? 'whole' : 'missing')) : undefined
    setLayer(opened ?? null)
    return () => opened?.close()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the area of a source is the same in each list
  }, [live, isListed])

  const id = frame?.id
  useEffect(() => {
    if (layer === null || id === undefined) return
    setState('loading')
    void layer.show(id).then((isWhole) => isWhole !== null && setState(isWhole ? 'whole' : 'missing'))
  }, [layer, id])

  const following = index + 1 < frames.length ? index + 1 : 0
  const followingId = frames[following]?.id
  useEffect(() => {
    if (!isPlaying || state === 'loading') return undefined
    if (followingId !== undefined) layer?.prepare(followingId)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setIndex(following), isStill || following === 0 ? SLOW_MS : STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, state, following, followingId, layer])

  if (list === 'away' || (known !== null && frame === undefined)) return <p className={styles.note}>{words.framesAway}</p>
  if (known === null || frame === undefined) return null
  const text = describeFrame(frame, words, zone, now)
  const newest = frames[findNewestMeasured(frames)]
  const isOld = newest !== undefined && now - Date.parse(newest.time) > OLD_MS
  const note = state === 'missing' ? words.frameMissing : isOld ? words.radarOld : null
  const share = locateOnScale(frames, now)
  return (
    <>
      {note !== null && (
        <p role="status" className={styles.note}>
          {note}
        </p>
      )}
      <div className={styles.time} role="group" aria-label={words.time}>
        {hasTimes && frames.length > 1 && (
          <>
            <button type="button" aria-label={isPlaying ? words.pause : words.play} onClick={() => setPlaying(!isPlaying)}>
              <Icon name={isPlaying ? 'pause' : 'play'} />
            </button>
            {/* Time runs from left to right in every language. */}
            <div dir="ltr" className={styles.scale}>
              <input
                type="range"
                min={0}
                max={frames.length - 1}
                step={1}
                value={index}
                aria-label={words.time}
                aria-valuetext={text}
                style={{ '--measured': `${(100 * findNewestMeasured(frames)) / (frames.length - 1)}%` } as React.CSSProperties}
                onChange={({ currentTarget }) => {
                  setPlaying(false)
                  setIndex(Number(currentTarget.value))
                }}
              />
              <span className={styles.now} aria-hidden="true" style={{ '--share': share } as React.CSSProperties}>
                {words.now}
              </span>
            </div>
          </>
        )}
        <p className={styles.text} data-kind={frame.kind} aria-busy={state === 'loading'}>
          {text}
        </p>
      </div>
      <Legend legend={known.legend} words={words} />
      <p className={styles.credit}>
        {words.credit}{' '}
        <a href={known.attribution.url} rel="noopener">
          {known.attribution.text}
        </a>
      </p>
    </>
  )
}

const NO_FRAMES: readonly Frame[] = []

/** `Fri 14:20 · measured · 6 min. ago`, with the zone if the visitor's clock differs; without the time until the zone is known. */
function describeFrame({ time, kind }: Frame, words: MapWords, zone: string | null, now: number): string {
  const at = Date.parse(time)
  const ago = new Intl.RelativeTimeFormat(words.locale, { style: 'short' }).format(Math.round((at - now) / MINUTE_MS), 'minute')
  const said = [kind === 'measured' ? words.measured : words.forecast, ago]
  return (zone === null ? said : [formatFrameTime(at, zone, words), ...said]).join(' · ')
}

/** The colours with their amounts; without known ones, the credit stands for itself. */
function Legend({ legend, words }: { readonly legend: FrameList['legend']; readonly words: MapWords }) {
  if (legend === null) return <p className={styles.note}>{words.ownColours}</p>
  const number = new Intl.NumberFormat(words.locale)
  return (
    <div className={styles.legend}>
      <span className="unseen">{words.colours}: </span>
      <span dir="ltr" className={styles.steps}>
        {legend.steps.map(({ from, color }, index) => (
          <span key={from} className={styles.step}>
            <span aria-hidden="true" style={{ background: color }} />
            <span data-second={index % 2 === 1}>{number.format(from)} </span>
          </span>
        ))}
      </span>
      {legend.unit}
    </div>
  )
}
