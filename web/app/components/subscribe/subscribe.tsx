import { useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Options } from '../choice.tsx'
import { Fold } from '../fold.tsx'
import type { Subscribed } from '../subscribed/subscribed.tsx'
import { useSeen } from '../when-seen.ts'
import { AlertEditor, buildInvalidAttributes, Wrong } from './alert-editor.tsx'
import { readClientId, ensureClientId } from './client-id.ts'
import type { Outcome } from './outcome.server.ts'
import styles from './subscribe.module.css'
import type { KindView, SubscribeView } from './view.server.ts'

export interface SubscribeAnswer {
  readonly outcome: Outcome | null
  readonly view: SubscribeView
}

interface SubscribeOf {
  readonly view: SubscribeView
  /** The outcome of a form sent without scripts. */
  readonly outcome?: Outcome | null
  /** Level of its heading: beside other things, the form is folded. */
  readonly level?: 1 | 2
}

/** The form's target, with and without scripts. */
const ACTION = '/subscribe'

/** Subscribes to a place's mails, or to the newsletter. Without scripts it leads to a separate page. */
export function Subscribe({ view: given, outcome: answered = null, level = 2 }: SubscribeOf) {
  const fetcher = useFetcher<SubscribeAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { data, state } = fetcher
  const view = given.editor === null && data?.view.editor ? { ...given, editor: data.view.editor } : given
  const outcome = data?.outcome ?? (data === undefined ? answered : null)

  useEffect(() => {
    if (state === 'idle' && data !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state, data])

  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (readClientId() !== null) fields.set('known', 'on')
    fields.set('clientId', ensureClientId())
    fields.set('timezone', Intl.DateTimeFormat().resolvedOptions().timeZone)
    void fetcher.submit(fields, { method: 'post', action: ACTION, defaultShouldRevalidate: false })
  }
  const edit = (event: React.MouseEvent) => {
    event.preventDefault()
    if (view.place === null) return
    // Choosing what to be warned of implies wanting alerts.
    const alerts = form.current?.querySelector<HTMLInputElement>('input[name="type"][value="city_alerts"]')
    if (alerts) alerts.checked = true
    const clientId = readClientId()
    const known = clientId === null ? {} : { clientId, known: 'on' }
    void fetcher.submit({ do: 'edit', ...known, ...asText(view.place) }, { method: 'post', action: ACTION, defaultShouldRevalidate: false })
  }
  const isBusy = state !== 'idle'
  const body = (
    <>
      <p className="soft">{view.intro}</p>
      <form
        ref={form}
        method="post"
        action={ACTION}
        onSubmit={submit}
        className={`stack gap-4 fields ${styles.form}`}
        noValidate={data !== undefined}
      >
        <Hidden view={view} />
        <div className="field">
          <label htmlFor={`${id}-email`}>{view.email.label}</label>
          <input
            id={`${id}-email`}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={view.email.value}
            className={styles.email}
            {...buildInvalidAttributes(outcome?.fields.email, `${id}-email-wrong`)}
          />
          <Wrong id={`${id}-email-wrong`} text={outcome?.fields.email} />
        </div>
        {view.kinds.length > 1 ? (
          <fieldset className={styles.kinds}>
            <legend>{view.what}</legend>
            {view.kinds.map((kind) => (
              <KindField key={kind.type} kind={kind} />
            ))}
          </fieldset>
        ) : (
          view.kinds.map((kind) => <KindField key={kind.type} kind={kind} isOnly />)
        )}
        {view.editor !== null ? (
          <AlertEditor view={view.editor} fields={outcome?.fields ?? {}} />
        ) : view.place === null ? null : (
          <a href={`${ACTION}?${new URLSearchParams(asText(view.place))}`} rel="nofollow" onClick={edit}>
            {view.choose}
          </a>
        )}
        <Notes outcome={outcome} />
        <button className={`button ${styles.send}`} type="submit" aria-disabled={isBusy}>
          {isBusy ? view.sending : view.send}
        </button>
      </form>
      <Deferred view={view} form={form} level={level === 1 ? 2 : 3} created={outcome?.done.join()} />
    </>
  )
  if (level === 2)
    return (
      <Fold id={id} title={view.title} isOpen={outcome !== null} className={styles.card}>
        {body}
      </Fold>
    )
  return (
    <section className={`card stack ${styles.card}`} aria-labelledby={id}>
      <h1 id={id}>{view.title}</h1>
      {body}
    </section>
  )
}

/** What only the browser knows, loaded once it is seen. Its space is reserved, so that nothing moves. */
function Deferred(of: Parameters<typeof Subscribed>[0]) {
  const area = useRef<HTMLDivElement>(null)
  const loaded = useSeen(area, () => import('../subscribed/subscribed.tsx'))
  return (
    <div ref={area} className={of.view.place === null ? undefined : `needs-scripts ${styles.deferred}`}>
      {loaded && <loaded.Subscribed {...of} />}
    </div>
  )
}

function Hidden({ view: { place, units, editor, kinds } }: { readonly view: SubscribeView }) {
  return (
    <>
      {place !== null && Object.entries(asText(place)).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <input type="hidden" name="units" value={units} />
      {editor !== null && <input type="hidden" name="editor" value="on" />}
      {kinds.length === 1 && <input type="hidden" name="type" value={kinds[0]?.type} />}
    </>
  )
}

function asText(place: NonNullable<SubscribeView['place']>): Record<string, string> {
  return { name: place.name, lat: String(place.lat), lon: String(place.lon) }
}

/** One kind of mail: on or off, and how often. A single kind needs no checkbox. */
function KindField({ kind, isOnly = false }: { readonly kind: KindView; readonly isOnly?: boolean }) {
  const id = useId()
  return (
    <div className={styles.kind}>
      {!isOnly && (
        <label className={styles.tick}>
          <input type="checkbox" name="type" value={kind.type} defaultChecked={kind.checked} aria-describedby={`${id}-text`} />
          {kind.label}
        </label>
      )}
      {!isOnly && (
        <p id={`${id}-text`} className={`soft small ${styles.text}`}>
          {kind.text}
        </p>
      )}
      <select name={`frequency.${kind.type}`} defaultValue={kind.frequency} aria-label={kind.frequencyLabel} className={styles.select}>
        <Options options={kind.frequencies} />
      </select>
    </div>
  )
}

/** The outcome of the form, announced by screen readers. */
function Notes({ outcome }: { readonly outcome: Outcome | null }) {
  return (
    <div className={styles.notes}>
      <div role="status" className={styles.notes}>
        {outcome?.done.map((text) => (
          <p key={text} className="note good">
            {text}
          </p>
        ))}
      </div>
      <div role="alert" className={styles.notes}>
        {[...(outcome?.problems ?? []), ...(outcome?.fields.place === undefined ? [] : [outcome.fields.place])].map((text) => (
          <p key={text} className="note bad">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
