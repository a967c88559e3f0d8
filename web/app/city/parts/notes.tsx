import { useEffect, useState } from 'react'
import type { CityTexts } from '../texts.ts'
import type { NotesView } from '../view/notes.ts'
import styles from './notes.module.css'

interface NotesOf {
  /** Tells places apart. */
  readonly place: string
  readonly notes: NotesView
  readonly messages: CityTexts
}

/** What is worth knowing beside the numbers. What has changed since the last visit takes the place of the last line, so that nothing moves. */
export function Notes({ place, notes: { lines, secondOpinion, seen }, messages }: NotesOf) {
  const [since, setSince] = useState<string | null>(null)
  useEffect(
    () =>
      void import('./since.ts').then(
        ({ describeChangesSinceVisit: sinceLastVisit }) => setSince(sinceLastVisit(place, seen, Date.now(), messages)),
        () => undefined,
      ),
    [place, seen, messages],
  )
  const shown = since === null ? lines : [...lines.slice(0, -1), since]
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.notes}>
          {shown.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {secondOpinion !== null && <details className={styles.opinion} dangerouslySetInnerHTML={{ __html: secondOpinion }} />}
    </>
  )
}
