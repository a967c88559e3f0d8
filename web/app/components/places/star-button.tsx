import type { Place } from '../../visit/city-path.ts'
import type { places } from '../../i18n/places.server.ts'
import { Icon } from '../icon.tsx'
import { isSaved, MAX_SAVED, toggleSaved, useSaved } from './saved.ts'
import styles from './star-button.module.css'

export type StarWords = Pick<(typeof places)['en'], 'save' | 'saved' | 'savedRemove' | 'full'>

/** Saves a place in this browser. Needs scripts: its space is reserved, and it appears when they run. */
export function StarButton({ place, m }: { readonly place: Place; readonly m: StarWords }) {
  const saved = useSaved()
  const isStarred = saved !== null && isSaved(saved, place)
  const isFull = saved !== null && !isStarred && saved.length >= MAX_SAVED
  return (
    <button
      type="button"
      className={`button plain ${styles.star}`}
      data-ready={saved !== null}
      data-starred={isStarred}
      disabled={isFull}
      onClick={() => toggleSaved(place)}
    >
      <Icon name={isStarred ? 'star-full' : 'star'} />
      {isFull ? m.full : isStarred ? m.saved : m.save}
      {isStarred && <span className="unseen">{m.savedRemove}</span>}
    </button>
  )
}
