import { WeatherIcon } from '../weather-icon.tsx'
import type { Suggestion } from './suggestion.ts'
import styles from './suggestions.module.css'
import type { Preview } from './use-preview.ts'

interface SuggestionsOf {
  readonly id: string
  readonly label: string
  readonly isOpen: boolean
  readonly places: readonly Suggestion[]
  readonly previews: ReadonlyMap<string, Preview>
  readonly at: number
  readonly onPoint: (index: number) => void
  readonly onChoose: (index: number) => void
}

/** The list of a combobox. The focus stays in the field, so pressing the mouse must not move it. */
export function Suggestions({ id, label, isOpen, places, previews, at, onPoint, onChoose }: SuggestionsOf) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list} hidden={!isOpen}>
      {places.map(({ path, name, where }, index) => {
        const preview = previews.get(path)
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
          <div
            key={path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={({ pointerType }) => pointerType === 'mouse' && index !== at && onPoint(index)}
            onClick={() => onChoose(index)}
          >
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              {where !== '' && (
                <span className="soft small">
                  <span className="unseen">, </span>
                  {where}
                </span>
              )}
            </span>
            {preview !== undefined && (
              <span className={styles.preview}>
                <WeatherIcon name={preview.icon} size={32} />
                <span className="unseen">, {preview.description}, </span>
                {preview.temperature}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
