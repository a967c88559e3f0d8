import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cityPath } from '../../visit/city-path.ts'
import { Icon } from '../icon.tsx'
import { fragmentOf, type MapView, viewIn } from './address.ts'
import { LAYERS, type Layer } from './layers.ts'
import type { MapWords } from './legend.server.ts'
import type { LiveMap } from './open-map.ts'
import styles from './weather-map.module.css'

interface WeatherMapOf {
  readonly messages: MapWords
  /** What the map is about; null: the world. */
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number } | null
  /**
   * `full`: all of a page, whose address says what it shows. `covered`: on wide screens something covers the side of the map where lines
   * begin. `part`: of a page.
   */
  readonly kind: 'full' | 'covered' | 'part'
}

const WIDE = '(min-width: 52rem)'
const START: Readonly<Record<WeatherMapOf['kind'], number>> = { full: 3, covered: 5, part: 6 }
const WORLD = { lat: 35, lon: 10 }

/** A map with weather overlays. It only illustrates: the page itself has the weather in words. */
export function WeatherMap({ messages, place, kind }: WeatherMapOf) {
  const id = useId()
  const navigate = useNavigate()
  const area = useRef<HTMLDivElement>(null)
  const live = useRef<LiveMap>(null)
  const { lat, lon } = place ?? WORLD
  const [view, setView] = useState<MapView>({ zoom: START[kind], lat, lon, layer: LAYERS[0] })
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const hasPlace = place !== null
  const { locale, isFahrenheit } = messages

  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    let isLeft = false
    const isFull = kind === 'full'
    const first = { zoom: START[kind], lat, lon, layer: LAYERS[0] }
    const asked = (isFull ? viewIn(location.hash) : null) ?? first
    setView(asked)
    const stop = whenSeen(element, () => {
      void import('./open-map.ts')
        .then(({ openMap }) =>
          openMap(element, {
            view: asked,
            place: hasPlace ? { lat, lon } : null,
            anchor: () => (kind === 'covered' && matchMedia(WIDE).matches ? (document.dir === 'rtl' ? 0.3 : 0.7) : 0.5),
            isFull,
            locale,
            isFahrenheit,
            onMoved(moved) {
              setView(moved)
              // Not by the router, which would load the page's data again.
              if (isFull) history.replaceState(history.state, '', fragmentOf(moved))
            },
            onTown: (town) => void navigate(cityPath(town)),
            onFailed: () => setFailed(true),
          }),
        )
        .then(
          (opened) => {
            if (isLeft) return opened.close()
            live.current = opened
            setReady(true)
          },
          () => setFailed(true),
        )
    })
    // A link to another view of this page, or an address that was typed.
    const follow = () => {
      const other = viewIn(location.hash)
      if (other === null) return
      live.current?.goTo(other)
      live.current?.show(other.layer)
    }
    if (isFull) addEventListener('hashchange', follow)
    return () => {
      isLeft = true
      stop()
      removeEventListener('hashchange', follow)
      live.current?.close()
      live.current = null
      setReady(false)
    }
  }, [lat, lon, hasPlace, kind, locale, isFahrenheit, navigate])

  const { layer } = view
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
        <fieldset className={styles.layers}>
          <legend className="unseen">{messages.layer}</legend>
          {LAYERS.map((each) => (
            <label key={each} className={styles.layer}>
              <input type="radio" name={`${id}-layer`} value={each} checked={each === layer} onChange={() => choose(each)} />
              <span>{messages[each]}</span>
            </label>
          ))}
        </fieldset>
        <div className={styles.zoom}>
          <button type="button" aria-label={messages.zoomIn} onClick={() => live.current?.zoomBy(1)}>
            <Icon name="plus" />
          </button>
          <button type="button" aria-label={messages.zoomOut} onClick={() => live.current?.zoomBy(-1)}>
            <Icon name="minus" />
          </button>
          {kind !== 'full' && (
            <a href={`/map${fragmentOf(view)}`} aria-label={messages.open}>
              <Icon name="expand" />
            </a>
          )}
        </div>
      </div>
      <p role="status" className={hasFailed ? styles.failed : 'unseen'}>
        {hasFailed && messages.failed}
      </p>
      <div className={styles.foot}>
        {isReady && (
          <p className={styles.legend}>
            <span className="unseen">{messages.colours}: </span>
            {messages.legend[layer][0]}
            <span className={styles.scale} data-layer={layer} aria-hidden="true" />
            <span className="unseen"> – </span>
            {messages.legend[layer][1]}
          </p>
        )}
        <p className={styles.credit}>{messages.credit}</p>
      </div>
    </div>
  )
}

/** Calls once the element is on screen and the browser is idle. */
function whenSeen(element: Element, seen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    if ('requestIdleCallback' in globalThis) requestIdleCallback(seen, { timeout: 3_000 })
    else setTimeout(seen, 300)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
