import { useCallback, useState } from 'react'
import type { Site } from '../frame/site.server.ts'
import { Icon } from '../icon.tsx'
import type { SearchPanel } from './search-panel.tsx'
import styles from './search.module.css'

interface SearchFieldOf {
  readonly site: Site
  /** The large one of the front page, with what was asked for without scripts. */
  readonly asked?: string
}

/**
 * The search of every page: a combobox with a list (ARIA 1.2), whose code is loaded when it gets the focus; without scripts a form that leads to a
 * page of results.
 */
export function SearchField({ site: { search, ...reader }, asked }: SearchFieldOf) {
  const [loaded, setLoaded] = useState<{ readonly Panel: typeof SearchPanel; readonly input: HTMLInputElement }>()
  // Also as its ref: it may have got the focus before scripts ran.
  const load = useCallback((input: HTMLInputElement | null) => {
    if (input?.matches(':focus'))
      void import('./search-panel.tsx').then(
        ({ SearchPanel: Panel }) => setLoaded({ Panel, input }),
        () => undefined,
      )
  }, [])
  const isLarge = asked !== undefined
  return (
    <search className={isLarge ? styles.large : styles.small}>
      <form action="/" className={styles.box}>
        <Icon name="search" />
        <input
          ref={load}
          name="q"
          className={styles.input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={search.label}
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls="places"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          required
          minLength={2}
          maxLength={100}
          placeholder={isLarge ? search.placeholder : search.label}
          defaultValue={asked}
          onFocus={({ currentTarget }) => load(currentTarget)}
        />
        {isLarge && <button className="button">{search.search}</button>}
        {loaded && <loaded.Panel input={loaded.input} words={search} reader={reader} />}
      </form>
    </search>
  )
}
