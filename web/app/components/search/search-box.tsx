import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Messages } from '../../../../src/messages/messages.ts'
import { Icon } from '../icon.tsx'
import { WeatherIcon } from '../weather-icon.tsx'
import styles from './search-box.module.css'
import { isSearchFailure, type Suggestion } from './suggestion.ts'
import { MAX_LENGTH, MIN_LENGTH, type Preview, type PreviewReader, type Search, usePreview, useSuggestions } from './use-suggestions.ts'

/** `found`: what to say of one place found, of two, and so on. */
type Words = Messages<'search'> & { readonly found: readonly string[] }

interface SearchBoxOf {
  readonly messages: Words
  readonly reader: PreviewReader
  /** The query of a search without scripts. */
  readonly asked: string
}

/** A combobox with a list (ARIA 1.2); without scripts a form that leads to a page of results. */
export function SearchBox({ messages, reader, asked }: SearchBoxOf) {
  const id = useId()
  const navigate = useNavigate()
  const [query, setQuery] = useState(asked)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const found = useSuggestions(typed, reader.lang)
  const places = found.state === 'found' ? found.places : []
  const previews = usePreview(isOpen ? places[at] : undefined, reader)
  const isListed = isOpen && places.length > 0
  // Results for a prefix are not results for the current text.
  const isAnswer = found.state === 'found' && found.asked === query.trim()

  const choose = (index: number) => {
    const place = places[index]
    if (place === undefined) return
    setOpen(false)
    void navigate(place.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && places.length > 0) {
      event.preventDefault()
      setOpen(true)
      // The field itself is one stop of the cycle.
      setAt(isOpen ? ((at + 1 + step + places.length + 1) % (places.length + 1)) - 1 : step === 1 ? 0 : places.length - 1)
    } else if (event.key === 'Enter' && isListed && (at >= 0 || isAnswer)) {
      event.preventDefault()
      choose(Math.max(at, 0))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (!isOpen) setQuery('')
      setOpen(false)
      setAt(-1)
    }
  }

  return (
    <search>
      <form action="/" method="get" className={styles.box} onSubmit={() => setOpen(false)}>
        <label htmlFor={`${id}-q`} className="unseen">
          {messages.label}
        </label>
        <Icon name="search" size={22} />
        <input
          id={`${id}-q`}
          className={styles.input}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          {...(isListed && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          required
          minLength={MIN_LENGTH}
          maxLength={MAX_LENGTH}
          placeholder={messages.placeholder}
          value={query}
          onChange={({ target: { value } }) => {
            setQuery(value)
            setTyped(value)
            setOpen(true)
            setAt(-1)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="button">
          {messages.search}
        </button>
        <Suggestions
          id={id}
          label={messages.results}
          isOpen={isListed}
          places={places}
          previews={previews}
          at={at}
          onPoint={setAt}
          onChoose={choose}
        />
        <p role="status" className={isOpen && isWorthSeeing(found) ? styles.status : 'unseen'}>
          {isOpen && statusText(found, messages)}
        </p>
      </form>
    </search>
  )
}

const isWorthSeeing = (found: Search): boolean => isSearchFailure(found.state) || (found.state === 'found' && found.places.length === 0)

function statusText(found: Search, messages: Words): string {
  if (isSearchFailure(found.state)) return messages[found.state]
  if (found.state !== 'found') return ''
  return found.places.length === 0 ? messages.nothing : (messages.found[found.places.length - 1] ?? '')
}

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
function Suggestions({ id, label, isOpen, places, previews, at, onPoint, onChoose }: SuggestionsOf) {
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
