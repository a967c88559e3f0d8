import { useEffect, useId, useRef, useState } from 'react'
import type { Messages } from '../../../../src/messages/messages.ts'
import { Icon } from '../icon.tsx'
import { LAYERS, type Layer } from './layers.ts'
import type { Legend } from './legend.server.ts'
import type { LiveMap } from './live-map.ts'
import styles from './weather-map.module.css'

export type MapWords = Messages<'map'> & { readonly legend: Legend }

interface WeatherMapOf {
  readonly messages: MapWords
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number }
  /** On wide screens something covers the side of the map where lines begin. */
  readonly isCovered: boolean
}

const WIDE = '(min-width: 52rem)'

/** A map with weather overlays. It only illustrates: the page itself has the place's weather in words. */
export function WeatherMap({ messages, place, isCovered }: WeatherMapOf) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const live = useRef<LiveMap>(null)
  const [layer, setLayer] = useState<Layer>(LAYERS[0])
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { lat, lon } = place

  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    let isLeft = false
    const stop = whenSeen(element, () => {
      void import('./live-map.ts')
        .then(({ openMap }) =>
          openMap(element, {
            place: { lat, lon },
            layer: LAYERS[0],
            anchor: () => (isCovered && matchMedia(WIDE).matches ? (document.dir === 'rtl' ? 0.3 : 0.7) : 0.5),
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
    return () => {
      isLeft = true
      stop()
      live.current?.close()
      live.current = null
      setReady(false)
      setLayer(LAYERS[0])
    }
  }, [lat, lon, isCovered])

  return (
    <div className={styles.map} role="group" aria-label={messages.label.replace('{name}', () => place.name)}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        tabIndex={isReady ? 0 : -1}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- screen readers pass arrow keys to applications only
        role="application"
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
              <input
                type="radio"
                name={`${id}-layer`}
                value={each}
                checked={each === layer}
                onChange={() => {
                  setLayer(each)
                  setFailed(false)
                  live.current?.show(each)
                }}
              />
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
