import { type RefObject, useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Outcome } from '../subscribe/outcome.server.ts'
import styles from '../subscribe/subscribe.module.css'
import type { MineView, PushView, SubscribePlace } from '../subscribe/view.server.ts'
import { endWatch, subscribeToPush, type Support, detectPushSupport, sendTestPush, type Watch, readWatches } from './push.ts'

interface NotificationsOf {
  readonly push: PushView
  readonly mine: MineView
  readonly place: SubscribePlace
  readonly form: RefObject<HTMLFormElement | null>
  /** Whether the form shows preferences, which may then be changed for notifications, too. */
  readonly hasEditor: boolean
  readonly level: 2 | 3
}

/** Two coordinates in one cell of the API. */
const isSame = (a: Watch, b: Watch): boolean => a.lat.toFixed(2) === b.lat.toFixed(2) && a.lon.toFixed(2) === b.lon.toFixed(2)

/** Turns notifications of a place on and off in this browser, and lists the others. */
export function Notifications({ push, mine, place, form, hasEditor, level }: NotificationsOf) {
  const id = useId()
  const fetcher = useFetcher<{ readonly outcome: Outcome | null }>()
  const [support, setSupport] = useState<Support>(detectPushSupport)
  const [watches, setWatches] = useState<readonly Watch[]>([])
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isTested, setTested] = useState<boolean>()
  const { data, state } = fetcher
  const Heading = level === 2 ? 'h2' : 'h3'
  const isOn = watches.some((watch) => isSame(watch, place))

  useEffect(() => {
    if (state !== 'idle' || support !== 'ready') return
    readWatches().then(setWatches, () => setFailed(true))
  }, [state, support])

  /** One at a time; what fails is said. */
  const working = (work: () => Promise<void>) => () => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    setTested(undefined)
    work()
      .catch(() => setFailed(true))
      .finally(() => setBusy(false))
  }
  const turnOn = working(async () => {
    const fields = await subscribeToPush()
    if (fields === null) return setSupport(detectPushSupport())
    const wanted = new FormData(form.current ?? undefined)
    for (const [name, value] of Object.entries(fields)) wanted.set(name, value)
    await fetcher.submit(wanted, { method: 'post', action: '/subscribe', defaultShouldRevalidate: false })
  })
  const tryOut = working(async () => {
    setTested(await sendTestPush())
    // Who is no longer known to the push service is not to the site either.
    setWatches(await readWatches())
  })
  const remove = (watch: Watch) => working(async () => setWatches(await endWatch(watch)))

  const problems = hasFailed ? [push.failed] : isTested === false ? [push.testFailed] : isBusy ? [] : (data?.outcome?.problems ?? [])
  const text = isBusy ? push.working : isTested === true ? push.tested : push.states[support === 'ready' ? (isOn ? 'on' : 'off') : support]
  const others = watches.filter((watch) => !isSame(watch, place))
  return (
    <section className={styles.mine} aria-labelledby={id}>
      <Heading id={id}>{push.title}</Heading>
      <p className="soft">{push.reason}</p>
      <p role="status" className={support === 'ready' ? undefined : 'note'}>
        {text}
      </p>
      <div role="alert" className={styles.notes}>
        {problems.map((problem) => (
          <p key={problem} className="note bad">
            {problem}
          </p>
        ))}
      </div>
      {support === 'ready' && (
        <div className={styles.buttons}>
          {(!isOn || hasEditor) && (
            <button type="button" className="button" aria-disabled={isBusy} onClick={turnOn}>
              {isOn ? push.update : push.turnOn}
            </button>
          )}
          {isOn && (
            <>
              <button type="button" className="button plain" aria-disabled={isBusy} onClick={tryOut}>
                {push.test}
              </button>
              <button type="button" className="button plain" aria-disabled={isBusy} onClick={remove(place)}>
                {push.turnOff}
              </button>
            </>
          )}
        </div>
      )}
      {others.length > 0 && (
        <>
          <p id={`${id}-places`}>{push.places}</p>
          <ul aria-labelledby={`${id}-places`}>
            {others.map((watch) => (
              <li key={`${watch.lat} ${watch.lon}`}>
                {watch.name}
                <button
                  type="button"
                  className="button plain"
                  aria-label={mine.removeOf.replace('{what}', () => watch.name)}
                  onClick={remove(watch)}
                >
                  {mine.remove}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
