import { type Box, computeBoxCentre } from '@isobar/weather'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { writeCityPath } from '../../visit/city-path.ts'
import { Icon } from '../icon.tsx'
import { watchVisibility } from '../when-seen.ts'
import { writeViewFragment, type Layer, LAYERS, type MapView, parseViewFragment } from './address.ts'
import type { MapWords } from './legend.server.ts'
import type { LiveMap } from './open-map.ts'
import type { RadarTime } from './radar-time.tsx'
import type { PickedWarning, WarningsState } from './warning-areas.ts'
import styles from './weather-map.module.css'

interface WeatherMapOf {
  readonly messages: MapWords
  /** What the map is about; null: the world. */
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number } | null
  /**
   * `full`: all of a page, whose address says what it shows. `covered`: on wide screens something covers the side of the map where lines
   * begin. `part`: of a page. `warnings`: of a page of warnings, without overlays.
   */
  readonly kind: 'full' | 'covered' | 'part' | 'warnings'
  /** What it shows at first, as large as fits; omitted: the surroundings of the place. */
  readonly box?: Box
}

const WIDE = '(min-width: 52rem)'
const START: Readonly<Record<WeatherMapOf['kind'], number>> = { full: 3, covered: 5, part: 6, warnings: 4 }
/** The style sheet puts the picture of all land where this view has it. */
const WORLD = { lat: 35, lon: 10 }

/** What can be chosen, with what is shown first. */
function listLayers(hasRadar: boolean, hasOverlays: boolean): readonly [Layer, ...Layer[]] {
  const [first = 'none', ...rest] = LAYERS.filter((layer) => layer === 'none' || (layer === 'radar' ? hasRadar : hasOverlays))
  return [first, ...rest]
}

/** A map with weather overlays. It only illustrates: the page itself has the weather in words. */
export function WeatherMap({ messages, place, kind, box }: WeatherMapOf) {
  const id = useId()
  const navigate = useNavigate()
  const area = useRef<HTMLDivElement>(null)
  const live = useRef<LiveMap>(null)
  const { hasRadar, hasOverlays } = messages
  const available = useMemo(() => listLayers(hasRadar, hasOverlays), [hasRadar, hasOverlays])
  const { lat, lon } = place ?? (box === undefined ? WORLD : computeBoxCentre(box))
  const zoom = START[kind]
  const firstLayer = kind === 'warnings' ? 'none' : available[0]
  const fitted = useRef(box)
  const [view, setView] = useState<MapView>({ lat, lon, zoom, layer: firstLayer })
  const [warnings, setWarnings] = useState<WarningsState | null>(null)
  const [hasWarnings, setHasWarnings] = useState(true)
  const [picked, setPicked] = useState<PickedWarning | null>(null)
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const hasPlace = place !== null
  /** Elsewhere the page around it says what is known of its warnings. */
  const isFull = kind === 'full'
  const { lang, locale, isFahrenheit, hasWarningFeeds } = messages

  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    let isLeft = false
    const asked = (isFull ? parseViewFragment(location.hash, available) : null) ?? { zoom, lat, lon, layer: firstLayer }
    setView(asked)
    const open = () =>
      void import('./open-map.ts')
        .then(({ openMap }) =>
          openMap(element, {
            view: asked,
            box: fitted.current,
            place: hasPlace ? { lat, lon } : null,
            anchor: () => (kind === 'covered' && matchMedia(WIDE).matches ? (document.dir === 'rtl' ? 0.3 : 0.7) : 0.5),
            isFull,
            lang,
            hasWarningFeeds,
            locale,
            isFahrenheit,
            // What is near a visitor is not what others search for.
            hasReadings: kind !== 'covered',
            onMoved(moved) {
              setView(moved)
              // Not by the router, which would load the page's data again.
              if (isFull) history.replaceState(history.state, '', writeViewFragment(moved))
            },
            onTown: kind === 'warnings' ? null : (town) => void navigate(writeCityPath(town)),
            onFailed: () => setFailed(true),
            onWarnings: setWarnings,
            onPicked: setPicked,
          }),
        )
        .then(
          (opened) => {
            if (isLeft) return opened.close()
            live.current = opened
            setReady(true)
            // The address may have changed while the map was loading.
            if (isFull) follow()
          },
          () => setFailed(true),
        )
    const stop = isFull ? undefined : watchVisibility(element, open)
    if (isFull) open()
    // A link to another view of this page, or an address that was typed.
    const follow = () => {
      const other = parseViewFragment(location.hash, available)
      if (other === null) return
      live.current?.goTo(other)
      live.current?.show(other.layer)
    }
    if (isFull) addEventListener('hashchange', follow)
    return () => {
      isLeft = true
      stop?.()
      removeEventListener('hashchange', follow)
      live.current?.close()
      live.current = null
      setReady(false)
    }
  }, [lat, lon, zoom, firstLayer, available, hasPlace, kind, isFull, lang, locale, isFahrenheit, hasWarningFeeds, navigate])

  const { layer } = view
  const isWorld = view.zoom === zoom && view.lat === lat && view.lon === lon
  const layers = available.length > 1 && kind !== 'warnings' ? available : []
  const hasFrames = isReady && layer === 'radar' && kind !== 'warnings'
  const [Frames, setFrames] = useState<typeof RadarTime>()
  useEffect(() => {
    if (hasFrames)
      void import('./radar-time.tsx').then(
        (module) => setFrames(() => module.RadarTime),
        () => setFailed(true),
      )
  }, [hasFrames])
  const choose = (other: Layer) => {
    setView({ ...view, layer: other })
    setFailed(false)
    live.current?.show(other)
  }
  return (
    <div
      className={styles.map}
      role="group"
      aria-label={place === null ? messages.title : messages.label.replace('{name}', () => place.name)}
    >
      {isFull && !isReady && isWorld && <img className={styles.land} src="/map/land.svg" alt="" />}
      <div
        ref={area}
        className={styles.area}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the map
        tabIndex={isReady ? 0 : -1}
        aria-label={messages.picture}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className="unseen">
        {messages.help}
      </p>
      <div className={styles.controls} data-ready={isReady}>
        <fieldset className={styles.layers} hidden={kind === 'warnings' || (layers.length === 0 && !hasWarningFeeds)}>
          <legend className="unseen">{messages.layer}</legend>
          {layers.length > 0 && (
            <div className={styles.pill}>
              {layers.map((each) => (
                <label key={each} className={styles.layer}>
                  <input type="radio" name={`${id}-layer`} value={each} checked={each === layer} onChange={() => choose(each)} />
                  <span>{messages[each]}</span>
                </label>
              ))}
            </div>
          )}
          {hasWarningFeeds && (
            <label className={`${styles.pill} ${styles.layer}`}>
              <input
                type="checkbox"
                checked={hasWarnings}
                onChange={({ currentTarget: { checked } }) => {
                  setHasWarnings(checked)
                  setPicked(null)
                  live.current?.showWarnings(checked)
                }}
              />
              <span>
                <Icon name="warning" size={16} />
                {messages.warnings}
              </span>
            </label>
          )}
        </fieldset>
        <div className={styles.zoom}>
          <button type="button" aria-label={messages.zoomIn} onClick={() => live.current?.zoomBy(1)}>
            <Icon name="plus" />
          </button>
          <button type="button" aria-label={messages.zoomOut} onClick={() => live.current?.zoomBy(-1)}>
            <Icon name="minus" />
          </button>
          {!isFull && (
            <a href={`/map${writeViewFragment(view)}`} aria-label={messages.open}>
              <Icon name="expand" />
            </a>
          )}
        </div>
      </div>
      <p role="status" className={hasFailed ? styles.failed : 'unseen'}>
        {hasFailed && messages.failed}
      </p>
      {picked !== null && <Picked picked={picked} messages={messages} onClose={() => setPicked(null)} />}
      <div className={`when-ready ${styles.foot}`}>
        {isReady && hasWarnings && picked === null && warnings !== null && warnings !== 'known' && (isFull || warnings !== 'partly') && (
          <p className={styles.hint}>{messages[warnings]}</p>
        )}
        {hasFrames && Frames && <Frames live={live} words={messages} hasTimes={kind !== 'covered'} />}
        {isReady && layer !== 'none' && layer !== 'radar' && (
          <p className={styles.legend}>
            <span className="unseen">{messages.colours}: </span>
            {messages.legend[layer][0]}
            <span className={styles.scale} data-layer={layer} aria-hidden="true" />
            <span className="unseen"> – </span>
            {messages.legend[layer][1]}
          </p>
        )}
        {!(hasFrames && Frames) && (
          <p className={styles.credit}>
            {messages.credit}
            {layers.length > 0 && layer !== 'none' && layer !== 'radar' && ` ${messages.weatherCredit}`}
          </p>
        )}
      </div>
    </div>
  )
}

interface PickedOf {
  readonly picked: PickedWarning
  readonly messages: MapWords
  readonly onClose: () => void
}

/** The warning of the area that was clicked, in the clock of that area: at the click, where there is room. */
function Picked({ picked: { warning, x, y }, messages, onClose }: PickedOf) {
  const { id, event, language, color, colorSource, severity, areas, country, start, end, timezone } = warning
  const grade = messages.severities[severity ?? 'unknown']
  const level =
    colorSource === 'level' && color !== null
      ? messages.levels[color]
      : colorSource === 'derived'
        ? messages.severities.derived.replace('{severity}', () => grade)
        : grade
  const format = new Intl.DateTimeFormat(messages.locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    hour12: messages.hour12,
    timeZone: timezone ?? 'UTC',
  })
  const when = end === null ? format.format(Date.parse(start)) : format.formatRange(Date.parse(start), Date.parse(end))
  return (
    <div
      role="status"
      className={styles.picked}
      data-color={color ?? 'unknown'}
      data-below={y < 0.5}
      style={{ '--x': x, '--y': y } as React.CSSProperties}
    >
      <button type="button" className={styles.close} aria-label={messages.close} onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
      <p className={styles.level}>{level}</p>
      <p className={styles.event} dir="auto" lang={language ?? undefined}>
        {event}
      </p>
      <p className="small">{when}</p>
      {areas.length > 0 && (
        <p className={`soft small ${styles.places}`}>
          <bdi>{areas.join(' · ')}</bdi>
        </p>
      )}
      <a href={country === null ? '/warnings' : `/warnings/${country}#w-${id}`}>{messages.details}</a>
    </div>
  )
}
