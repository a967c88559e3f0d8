import { type Box, computeBoxCentre } from '@isobar/weather'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { writeCityPath } from '../../visit/city-path.ts'
import { Icon } from '../icon.tsx'
import { watchVisibility } from '../when-seen.ts'
import { writeViewFragment, type Layer, LAYERS, type MapView, parseViewFragment } from './address.ts'
import type { MapWords } from './legend.server.ts'
import type { LiveMap } from './open-map.ts'
import type * as Opened from './opened.ts'
import type { PickedWarning, WarningsState } from './warning-areas.ts'
import styles from './weather-map.module.css'
import type { TownWind } from './wind.ts'

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

/** What can be chosen, with what is shown first. The wind at towns needs no provider of overlays, but nobody would look for it first. */
function listLayers(hasRadar: boolean, hasOverlays: boolean, hasReadings: boolean): readonly [Layer, ...Layer[]] {
  if (!hasRadar && !hasOverlays) return hasReadings ? ['none', 'wind'] : ['none']
  const isThere = (layer: Layer): boolean =>
    layer === 'none' || (layer === 'radar' ? hasRadar : hasOverlays || (layer === 'wind' && hasReadings))
  const [first = 'none', ...rest] = LAYERS.filter(isThere)
  return [first, ...rest]
}

/** A map with weather overlays. It only illustrates: the page itself has the weather in words. */
export function WeatherMap({ messages, place, kind, box }: WeatherMapOf) {
  const id = useId()
  const navigate = useNavigate()
  const area = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const live = useRef<LiveMap>(null)
  const { hasRadar, hasOverlays } = messages
  // What is near a visitor is not what others search for, and a chip would cover a warning.
  const hasReadings = kind === 'full' || kind === 'part'
  const available = useMemo(() => listLayers(hasRadar, hasOverlays, hasReadings), [hasRadar, hasOverlays, hasReadings])
  const { lat, lon } = place ?? (box === undefined ? WORLD : computeBoxCentre(box))
  const zoom = START[kind]
  const firstLayer = kind === 'warnings' ? 'none' : available[0]
  const fitted = useRef(box)
  const [view, setView] = useState<MapView>({ lat, lon, zoom, layer: firstLayer })
  const [warnings, setWarnings] = useState<WarningsState | null>(null)
  const [hasWarnings, setHasWarnings] = useState(true)
  const [winds, setWinds] = useState<readonly TownWind[] | null>(null)
  const [picked, setPicked] = useState<PickedWarning | null>(null)
  const [parts, setParts] = useState<typeof Opened>()
  const isReady = parts !== undefined
  const [hasFailed, setFailed] = useState(false)
  const hasPlace = place !== null
  /** Elsewhere the page around it says what is known of its warnings. */
  const isFull = kind === 'full'
  const { lang, locale, isFahrenheit, hasWarningFeeds } = messages
  const { perKmh } = messages.windScale

  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    let isLeft = false
    const asked = (isFull ? parseViewFragment(location.hash, available) : null) ?? { zoom, lat, lon, layer: firstLayer }
    setView(asked)
    const open = () =>
      void import('./opened.ts')
        .then(async (opened) => {
          const map = await opened.openMap(element, {
            view: asked,
            box: fitted.current,
            place: hasPlace ? { lat, lon } : null,
            anchor: () => (kind === 'covered' && matchMedia(WIDE).matches ? (document.dir === 'rtl' ? 0.3 : 0.7) : 0.5),
            isFull,
            lang,
            hasWarningFeeds,
            locale,
            isFahrenheit,
            perKmh,
            hasOverlays,
            hasReadings,
            onWinds: setWinds,
            onMoved(moved) {
              setView(moved)
              // Not by the router, which would load the page's data again.
              if (isFull) history.replaceState(history.state, '', writeViewFragment(moved))
            },
            onTown: kind === 'warnings' ? null : (town) => void navigate(writeCityPath(town)),
            onFailed: () => setFailed(true),
            onWarnings: setWarnings,
            onPicked: setPicked,
          })
          if (isLeft) return map.close()
          live.current = map
          setParts(opened)
          // The address may have changed while the map was loading.
          if (isFull) follow()
        })
        .catch(() => setFailed(true))
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
      setParts(undefined)
    }
  }, [
    lat,
    lon,
    zoom,
    firstLayer,
    available,
    hasPlace,
    kind,
    isFull,
    lang,
    locale,
    isFahrenheit,
    perKmh,
    hasOverlays,
    hasReadings,
    hasWarningFeeds,
    navigate,
  ])

  const { layer } = view
  const isWorld = view.zoom === zoom && view.lat === lat && view.lon === lon
  const layers = available.length > 1 && kind !== 'warnings' ? available : []
  const overlay = hasOverlays && layer !== 'none' && layer !== 'radar' ? layer : null
  const hasFrames = layer === 'radar' && kind !== 'warnings'
  // On a phone the layers are on one line, part of which is out of sight.
  useEffect(() => {
    if (!isReady) return
    const chosen = bar.current?.querySelector(`[value='${layer}']`)?.getBoundingClientRect()
    const shown = bar.current?.getBoundingClientRect()
    if (chosen !== undefined && shown !== undefined)
      bar.current?.scrollBy({ left: chosen.left + chosen.width / 2 - shown.left - shown.width / 2 })
  }, [layer, isReady])
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
            <div ref={bar} className={styles.pill}>
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
      {parts && picked !== null && <parts.Picked picked={picked} messages={messages} onClose={() => setPicked(null)} />}
      <div className={`when-ready ${styles.foot}`}>
        {isReady && hasWarnings && picked === null && warnings !== null && warnings !== 'known' && (isFull || warnings !== 'partly') && (
          <p className={styles.hint}>{messages[warnings]}</p>
        )}
        {parts && hasFrames && <parts.RadarTime live={live} words={messages} point={place ?? view} hasTimes={kind !== 'covered'} />}
        {parts && layer === 'wind' && hasReadings && <parts.WindLegend words={messages} winds={winds} />}
        {isReady && overlay !== null && (
          <p className={styles.legend}>
            <span className="unseen">{messages.colours}: </span>
            {messages.legend[overlay][0]}
            <span className={styles.scale} data-layer={overlay} aria-hidden="true" />
            <span className="unseen"> – </span>
            {messages.legend[overlay][1]}
          </p>
        )}
        {!(isReady && hasFrames) && (
          <p className={styles.credit}>
            {messages.credit}
            {overlay !== null && ` ${messages.weatherCredit}`}
          </p>
        )}
      </div>
    </div>
  )
}
