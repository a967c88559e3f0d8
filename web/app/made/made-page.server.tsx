import type { Messages } from '../../../src/messages/messages.ts'
import type { MadeView } from './view.server.ts'

interface MadeContent {
  readonly title: string
  readonly place: { readonly name: string; readonly path: string }
  readonly view: MadeView
  readonly words: Messages<'madePage'>
}

/** How a place's forecast is made: whether it is blended and why, what it was compared with, and what each source has in the next hours. */
export function MadePage({ title, place, view, words }: MadeContent) {
  const { what, state, chance, learned, skill, sources, times } = view
  return (
    <>
      <p>
        <a href={place.path}>{place.name}</a>
      </p>
      <h1>{title}</h1>
      <p>{what}</p>
      <p className="note">{state}</p>
      {chance !== null && <p className="note">{chance}</p>}
      {(learned !== null || skill !== null) && (
        <section aria-labelledby="compared" className="card stack">
          <h2 id="compared">{words.compared}</h2>
          {learned !== null && <p>{learned}</p>}
          {skill !== null && <p>{skill}</p>}
          <p className="small">
            <a href="/accuracy">{words.accuracy}</a>
          </p>
        </section>
      )}
      {sources.length > 0 && (
        <section aria-labelledby="sources" className="card stack">
          <h2 id="sources">{words.sources}</h2>
          <ul>
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </section>
      )}
      {view.rows.length > 0 && (
        <section aria-labelledby="hours" className="card stack">
          <h2 id="hours">{words.hours}</h2>
          <p className="soft small">{words.legend}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className="scroll" role="group" aria-labelledby="hours" tabIndex={0}>
            <HoursTable view={view} words={words} />
          </div>
        </section>
      )}
      <p className="soft small">{times}</p>
    </>
  )
}

function HoursTable({ view: { columns, rows }, words }: Pick<MadeContent, 'view' | 'words'>) {
  const ofSource = [words.sent, words.subtracted, words.weight, words.cases]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {words.hour}
          </th>
          <th scope="col" rowSpan={2}>
            {words.blended}
          </th>
          <th scope="col" rowSpan={2}>
            {words.range}
          </th>
          {columns.map((name) => (
            <th key={name} scope="colgroup" colSpan={ofSource.length}>
              {name}
            </th>
          ))}
        </tr>
        <tr>
          {columns.flatMap((name) =>
            ofSource.map((column) => (
              <th key={`${name} ${column}`} scope="col">
                {column}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ time, name, value, range, parts }) => (
          <tr key={time}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td>{range}</td>
            {parts.flat().map((text, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns never change
              <td key={column}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
