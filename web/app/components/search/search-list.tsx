import type { Messages } from '../../../../src/messages/messages.ts'
import { Icon } from '../icon.tsx'
import { WeatherIcon } from '../weather-icon.tsx'
import type { Group } from './choices.ts'
import styles from './search.module.css'
import type { Preview } from './use-suggestions.ts'

interface SearchListOf {
  readonly words: Messages<'search'>
  readonly groups: readonly Group[]
  /** Whether the visitor's own position is offered after them. */
  readonly hasHere: boolean
  readonly previews: ReadonlyMap<string, Preview>
  /** The highlighted option, counted over all groups; -1: none. */
  readonly at: number
  readonly onPoint: (index: number) => void
  readonly onChoose: (index: number) => void
}

/** The list of the combobox. The focus stays in the field, so pressing the mouse must not move it. */
export function SearchList({ words, groups, hasHere, previews, at, onPoint, onChoose }: SearchListOf) {
  const option = (index: number) => ({
    id: `place-${index}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === at,
    className: styles.option,
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
    onPointerMove: ({ pointerType }: React.PointerEvent) => pointerType === 'mouse' && onPoint(index),
    onClick: () => onChoose(index),
  })
  const starts = groups.map((_, group) => groups.slice(0, group).reduce((sum, { choices }) => sum + choices.length, 0))
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return (
    <div id="places" role="listbox" aria-label={words.results} hidden={count === 0 && !hasHere}>
      {groups.map(({ title, choices }, group) => (
        <div key={title} role="group" aria-label={title ?? words.results}>
          {title !== null && (
            <p aria-hidden="true" className={styles.title}>
              {title}
            </p>
          )}
          {choices.map(({ path, name, where }, index) => {
            const preview = previews.get(path)
            return (
              <div key={path} {...option((starts[group] ?? 0) + index)}>
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
      ))}
      {hasHere && (
        <div {...option(count)}>
          <span className={styles.here}>
            <Icon name="here" />
            {words.locate}
          </span>
        </div>
      )}
    </div>
  )
}
