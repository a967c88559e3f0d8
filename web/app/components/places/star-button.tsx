import type { Messages } from '../../../../src/messages/messages.ts'
import type { Place } from '../../visit/city-path.ts'
import { Icon } from '../icon.tsx'
import { isSaved, MAX_SAVED, toggleSavedPlace, useSaved } from './saved.ts'
import styles from './star-button.module.css'

export type StarWords = Pick<Messages<'places'>, 'save' | 'saved' | 'savedRemove' | 'full'>

/** Saves a place in this browser. Needs scripts: its space is reserved, and it appears when they run. */
export function StarButton({ place, messages }: { readonly place: Place; readonly messages: StarWords }) {
  const saved = useSaved()
  const isStarred = saved !== null && isSaved(saved, place)
  const isFull = saved !== null && !isStarred && saved.length >= MAX_SAVED
  return (
    <button
      type="button"
      className={`button plain when-ready ${styles.star}`}
      data-starred={isStarred}
      disabled={isFull}
      onClick={() => toggleSavedPlace(place)}
    >
      <Icon name={isStarred ? 'star-full' : 'star'} />
      {isFull ? messages.full : isStarred ? messages.saved : messages.save}
      {isStarred && <span className="unseen">{messages.savedRemove}</span>}
    </button>
  )
}
