import { Choice } from '../choice.tsx'
import { AlertEditor } from '../subscribe/alert-editor.tsx'
import subscribe from '../subscribe/subscribe.module.css'
import styles from './mailed.module.css'
import type { EntryView, PreferencesView } from './preferences.server.ts'

/** Unsubscribing uses a separate form, so that it saves no other changes and Enter in a field does not trigger it. */
const END = 'end'

/** Everything that an address receives, as one form; works without scripts. */
export function Preferences({ view, action }: { readonly view: PreferencesView; readonly action: string }) {
  const { shownIn, places, browsers, common, save } = view
  return (
    <>
      <form id={END} method="post" action={action} hidden />
      <form method="post" action={action} className={`stack gap-4 fields ${subscribe.form}`}>
        <input type="hidden" name="shownIn" value={shownIn} />
        {places.map(({ name, entries }) => (
          <section key={entries[0]?.id} className={`stack gap-4 ${styles.part}`}>
            <h2>{name}</h2>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </section>
        ))}
        {browsers.list.length > 0 && (
          <section className={`stack gap-4 ${styles.part} ${subscribe.mine}`}>
            <h2>{browsers.title}</h2>
            <p className="soft">{browsers.intro}</p>
            <ul>
              {browsers.list.map(({ id, text, removeOf }) => (
                <li key={id}>
                  {text}
                  <button className="button plain" form={END} name="do" value={`forget:${id}`} aria-label={removeOf}>
                    {browsers.remove}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className={`stack gap-4 ${styles.part}`}>
          <h2>{common.title}</h2>
          <div className={subscribe.choices}>
            {common.choices.map((choice) => (
              <Choice key={choice.name} {...choice} />
            ))}
          </div>
        </section>
        <button className={`button ${subscribe.send}`} name="do" value="save">
          {save}
        </button>
      </form>
    </>
  )
}

function Entry({ entry: { id, kind, waits, frequency, editor, end, endOf } }: { readonly entry: EntryView }) {
  return (
    <>
      <div className={styles.head}>
        {kind !== '' && <h3>{kind}</h3>}
        {waits !== '' && <span className="soft">{waits}</span>}
        <button className="button plain" form={END} name="do" value={`end:${id}`} aria-label={endOf}>
          {end}
        </button>
      </div>
      <div className={styles.frequency}>
        <Choice {...frequency} />
      </div>
      {editor !== null && <AlertEditor view={editor} fields={{}} />}
    </>
  )
}
