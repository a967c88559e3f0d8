import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Site } from '../frame/site.server.ts'
import { useSaved } from '../places/saved.ts'
import { type Choice, listChoiceGroups, findHighlightIndex } from './choices.ts'
import { type Locating, openHere } from './locate.ts'
import { forgetRecentPlaces, readRecentPlaces, rememberPlace } from './recent.ts'
import { SearchList } from './search-list.tsx'
import styles from './search.module.css'
import { hasOnlySimilarPlaces, findHit, isSearchFailure } from './suggestion.ts'
import { MIN_LENGTH, type PreviewReader, type Search, useMissed, usePreview, useSuggestions } from './use-suggestions.ts'

interface SearchPanelOf {
  /** Keeps the focus, and has its events and ARIA states handled here. */
  readonly input: HTMLInputElement
  readonly words: Site['search']
  readonly reader: PreviewReader
}

/** What opens below the field of the search. */
export function SearchPanel({ input, words, reader }: SearchPanelOf) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(input.value)
  const [isOpen, setOpen] = useState(document.activeElement === input)
  /** What keys or mouse point at; null: nothing yet. */
  const [pointed, setPointed] = useState<number | null>(null)
  /** Enter was pressed before there was an answer. */
  const [isEntered, setEntered] = useState(false)
  const [here, setHere] = useState<Locating>('ready')
  const [recent, setRecent] = useState(readRecentPlaces)
  const saved = useSaved() ?? []
  const show = (text: string) => {
    setTyped(text)
    setPointed(null)
    setEntered(false)
    setHere('ready')
    setOpen(true)
  }
  const open = (place: Choice) => {
    rememberPlace(place)
    setRecent(readRecentPlaces)
    fill(input, '')
    input.blur()
    show('')
    setOpen(false)
    void navigate(place.path)
  }
  const found = useSuggestions(typed, reader.lang, (search) => {
    const hit = isEntered && search.state === 'found' ? findHit(search.places) : undefined
    setEntered(false)
    if (hit !== undefined) open(hit)
  })
  const reportMissed = useMissed(found, typed)
  const groups = listChoiceGroups({ typed, search: found, recent, saved, words })
  const places = groups.flatMap(({ choices }) => choices)
  const hasHere = typed.trim() === ''
  const count = places.length + (hasHere ? 1 : 0)
  const at = pointed ?? findHighlightIndex(found, typed)
  const previews = usePreview(isOpen && pointed !== null ? places[pointed] : undefined, reader)
  const isAnswer = found.state === 'found' && found.asked === typed.trim()
  const status = here === 'ready' ? statusOf(isEntered ? { state: 'asking' } : found, words) : { text: words[here], isSeen: true }
  const isListed = isOpen && count > 0

  const choose = (index: number) => {
    const place = places[index]
    if (place !== undefined) open(place)
    else void openHere(navigate, setHere)
  }
  const enter = () => {
    if (isListed && at >= 0) choose(at)
    else if (isAnswer && places.length > 0) setPointed(0)
    else if (isAnswer) reportMissed()
    else setEntered(typed.trim().length >= MIN_LENGTH)
  }

  const onInput = useEffectEvent((event: Event) => {
    // Letters that are being composed are not the text yet.
    if (!(event as InputEvent).isComposing) show(input.value)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      setOpen(true)
      // The field itself is one stop of the cycle.
      setPointed(isOpen ? ((at + 1 + step + count + 1) % (count + 1)) - 1 : step === 1 ? 0 : count - 1)
    } else if (event.key === 'Enter') {
      enter()
    } else if (event.key === 'Escape') {
      if (!isOpen) fill(input, '')
      show(input.value)
      setOpen(false)
    } else return
    event.preventDefault()
  })
  const onSubmit = useEffectEvent((event: Event) => {
    event.preventDefault()
    input.focus()
    enter()
  })
  const onLeave = useEffectEvent((event: FocusEvent) => {
    if (!input.form?.contains(event.relatedTarget as Node | null)) setOpen(false)
  })
  // In the task that renders the panel, so that nothing is typed between its reading of the field and its listening.
  useLayoutEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const { form } = input
    input.addEventListener('input', onInput, { signal })
    input.addEventListener('compositionend', onInput, { signal })
    input.addEventListener('keydown', onKey, { signal })
    input.addEventListener('focus', () => setOpen(true), { signal })
    form?.addEventListener('submit', onSubmit, { signal })
    form?.addEventListener('focusout', onLeave, { signal })
    return () => left.abort()
  }, [input])
  useEffect(() => {
    input.setAttribute('aria-expanded', String(isListed))
    if (isListed && at >= 0) input.setAttribute('aria-activedescendant', `place-${at}`)
    else input.removeAttribute('aria-activedescendant')
  }, [input, isListed, at])
  const hasClear = hasHere && recent.length > 0
  return (
    <div className={isOpen && (count > 0 || status.isSeen) ? styles.panel : 'unseen'}>
      <SearchList
        words={words}
        groups={isOpen ? groups : []}
        hasHere={isOpen && hasHere}
        previews={previews}
        at={at}
        onPoint={setPointed}
        onChoose={choose}
      />
      <p role="status" className={status.isSeen ? styles.status : 'unseen'}>
        {isOpen && status.text}
      </p>
      {isOpen && hasClear && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            forgetRecentPlaces()
            setRecent([])
            input.focus()
          }}
        >
          {words.clear}
        </button>
      )}
    </div>
  )
}

function fill(input: HTMLInputElement, text: string): void {
  input.value = text
}

/** What screen readers announce of a search, and whether it is shown as well. */
function statusOf(found: Search, words: SearchPanelOf['words']): { readonly text: string; readonly isSeen: boolean } {
  if (isSearchFailure(found.state)) return { text: words[found.state], isSeen: true }
  if (found.state === 'asking') return { text: words.searching, isSeen: true }
  if (found.state !== 'found') return { text: '', isSeen: false }
  if (found.places.length === 0) return { text: words.nothing, isSeen: true }
  if (hasOnlySimilarPlaces(found.places)) return { text: words.similar, isSeen: false }
  return { text: words.found[found.places.length - 1] ?? '', isSeen: false }
}
