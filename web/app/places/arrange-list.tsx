import { useState } from 'react'
import type { Messages } from '../../../src/messages/messages.ts'
import { Icon } from '../components/icon.tsx'
import { changeSaved, formatPlaceKey, type SavedPlace, toggleSavedPlace } from '../components/places/saved.ts'
import { formatPlaceSegment } from '../visit/city-path.ts'
import { writeSavedPlacesAddress, labelPlace, movePlace } from './arrange.ts'
import styles from './places.module.css'

interface ListOf {
  readonly places: readonly SavedPlace[]
  /** The home place, as in addresses. */
  readonly home: string | null
  readonly setHome: (home: string | null) => void
  readonly messages: Messages<'compare'>
}

/** The list to be ordered and named: by buttons, keys, or dragging. */
export function ArrangeList({ places, home, setHome, messages }: ListOf) {
  const [status, setStatus] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)

  const move = (from: number, to: number, button?: HTMLElement): void => {
    changeSaved((list) => movePlace(list, from, to))
    const position = messages.position.replace('{n}', () => String(to + 1)).replace('{total}', () => String(places.length))
    if (to >= 0 && to < places.length) setStatus(`${nameOf(places[from])}: ${position}`)
    // The row of the button may have been put elsewhere in the document, which takes its focus.
    if (button !== undefined) requestAnimationFrame(() => button.focus())
  }
  const copy = async (): Promise<void> => {
    const address = writeSavedPlacesAddress(places, `${location.origin}/places`)
    await navigator.clipboard.writeText(address).then(
      () => setStatus(messages.copied),
      () => setStatus(address),
    )
  }

  return (
    // One place has nothing to be compared with, and is most likely to become the home place.
    <details className={`card ${styles.arrange}`} open={places.length === 1}>
      <summary>{messages.arrange}</summary>
      <ol>
        {places.map((place, at) => {
          const name = nameOf(place)
          const segment = formatPlaceSegment(place)
          const isHome = home === segment
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same
            <li
              key={formatPlaceKey(place)}
              draggable
              data-dragged={dragged === at}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={() => dragged !== null && move(dragged, at)}
            >
              <span className={styles.moves}>
                {([-1, 1] as const).map((step) => (
                  <button
                    key={step}
                    type="button"
                    aria-disabled={places[at + step] === undefined}
                    onClick={(event) => places[at + step] !== undefined && move(at, at + step, event.currentTarget)}
                  >
                    <Icon name={step < 0 ? 'up' : 'down'} />
                    <span className="unseen">{(step < 0 ? messages.up : messages.down).replace('{name}', () => name)}</span>
                  </button>
                ))}
              </span>
              <input
                defaultValue={place.label ?? ''}
                placeholder={place.name}
                maxLength={60}
                aria-label={messages.label.replace('{name}', () => place.name)}
                onBlur={({ currentTarget: { value } }) => changeSaved((list) => labelPlace(list, at, value))}
                onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
              />
              <button type="button" className="button plain" aria-pressed={isHome} onClick={() => setHome(isHome ? null : segment)}>
                <Icon name="home" />
                <span className="unseen">{messages.setHome.replace('{name}', () => name)}</span>
              </button>
              <button type="button" className="button plain" onClick={() => toggleSavedPlace(place)}>
                <Icon name="close" />
                <span className="unseen">{messages.remove.replace('{name}', () => name)}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="soft small">{messages.homeHelp}</p>
      <p className={styles.copy}>
        <button type="button" className="button plain" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <span role="status">{status}</span>
      </p>
    </details>
  )
}

const nameOf = (place: SavedPlace | undefined): string => place?.label ?? place?.name ?? ''
