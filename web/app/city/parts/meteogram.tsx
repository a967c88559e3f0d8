import { useRef, useState } from 'react'
import { useSeen } from '../../components/when-seen.ts'
import type { MeteogramView } from '../meteogram/view.ts'
import styles from './meteogram.module.css'
import reading from './read-out.module.css'
import { ReadOut } from './read-out.tsx'

/** The picture of all hours and days, which a script that is loaded when it is seen lets read; the hours as a table, ready as HTML. */
export function Meteogram({ meteogram: { title, picture, sources, table, keys } }: { readonly meteogram: MeteogramView }) {
  const figure = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<readonly string[] | null>(null)
  const loaded = useSeen(figure, () => import('../meteogram/reader.tsx'))
  return (
    <section aria-labelledby="meteogram" className="card">
      <h2 id="meteogram">{title}</h2>
      <div ref={figure} className={`${reading.figure} ${styles.figure}`}>
        <picture>
          {sources.map((source) => (
            <source key={source.media} {...source} />
          ))}
          {/* oxlint-disable-next-line jsx-a11y/alt-text -- `picture` has it */}
          <img {...picture} />
        </picture>
        {loaded && <loaded.Reader figure={figure} keys={keys} onRead={setLines} />}
        {lines !== null && <ReadOut lines={lines} />}
      </div>
      <details dangerouslySetInnerHTML={{ __html: table }} />
    </section>
  )
}
