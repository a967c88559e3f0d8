import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'

export interface Answer<T> {
  /** The last answer; it stays while the next one is on its way. */
  readonly data: T | undefined
  /** Why the last request failed. */
  readonly failure: ApiFailure | undefined
  readonly isLoading: boolean
  reload(): Promise<void>
  /** Puts an answer in place that is known otherwise, such as that of a PATCH. */
  set(data: T): void
  /** Puts a part of it in place; the rest is what it is by then. */
  change(by: (data: T) => T): void
}

export interface AnswerOptions {
  /** Asks again after so long, as long as somebody looks. */
  readonly everySeconds?: number | undefined
}

interface Held<T> {
  /** Which question it is the answer to. */
  readonly key: string | null
  readonly data?: T
  readonly failure?: ApiFailure
  readonly isReloading?: boolean
}

interface Latest<T> {
  ask: () => Promise<T>
  /** Counts the requests: only the last one counts. */
  turn: number
  /** Key of the question that is asked now, and of the last one that was answered. */
  asked: string | null
  answered: string | null
}

/**
 * What the API answers to `ask`. It is asked anew whenever `key` changes, which must name everything that the question depends on.
 * Who is not signed in any more is sent to the sign-in page.
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>, { everySeconds }: AnswerOptions = {}): Answer<T> {
  const [held, setHeld] = useState<Held<T>>({ key: null })
  const latest = useRef<Latest<T>>({ ask, turn: 0, asked: null, answered: null })
  const signIn = useSignIn()
  useEffect(() => {
    latest.current.ask = ask
  })

  const load = useCallback(
    async (of: string) => {
      const turn = ++latest.current.turn
      try {
        const data = await latest.current.ask()
        if (turn !== latest.current.turn) return
        latest.current.answered = of
        setHeld({ key: of, data })
      } catch (error) {
        if (turn !== latest.current.turn) return
        const failure = failureOf(error)
        if (failure.status === 401) signIn()
        else setHeld((was) => ({ key: of, failure, ...(was.data === undefined ? {} : { data: was.data }) }))
      }
    },
    [signIn],
  )

  useEffect(() => {
    const { current } = latest
    current.asked = key
    void load(key)
    return () => {
      current.turn++
    }
  }, [key, load])

  useEffect(() => {
    if (everySeconds === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(key)
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [everySeconds, key, load])

  const reload = useCallback(() => {
    setHeld((was) => ({ ...was, isReloading: true }))
    return load(key)
  }, [key, load])
  const set = useCallback(
    (data: T) => {
      const { current } = latest
      // Something else is asked by now.
      if (current.asked !== key) return
      // What is on its way was asked before, and may not know of it.
      current.turn++
      current.answered = key
      setHeld({ key, data })
    },
    [key],
  )
  const change = useCallback(
    (by: (data: T) => T) => {
      const { current } = latest
      if (current.asked !== key) return
      if (current.answered === key) current.turn++
      setHeld((was) => (was.data === undefined ? was : { key: was.key, data: by(was.data) }))
    },
    [key],
  )
  return { data: held.data, failure: held.failure, isLoading: held.key !== key || held.isReloading === true, reload, set, change }
}

/** Goes to the sign-in page, which leads back here. */
export function useSignIn(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(() => {
    void navigate(signInPath(pathname + search), { replace: true })
  }, [navigate, pathname, search])
}

export const signInPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

/** Whatever was thrown, as a failure that can be shown. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiFailure({ status: 0, headers: {}, body: { error: 'internal_error', message } })
}
