import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'

export interface Answer<T> {
  /** The last answer; it stays while the next one is loading. */
  readonly data: T | undefined
  /** Why the last request failed. */
  readonly failure: ApiFailure | undefined
  readonly isLoading: boolean
  reload(): Promise<void>
  /** Sets an answer known from elsewhere, such as that of a PATCH. */
  set(data: T): void
  /** Changes part of the current answer. */
  change(by: (data: T) => T): void
}

export interface AnswerOptions {
  /** Refreshes at this interval while the page is visible. */
  readonly everySeconds?: number | undefined
}

interface Held<T> {
  /** The key of the answered question. */
  readonly key: string | null
  readonly data?: T
  readonly failure?: ApiFailure
  readonly isReloading?: boolean
}

interface Latest<T> {
  ask: () => Promise<T>
  /** Counts requests: only the last one is used. */
  turn: number
  /** Keys of the current question, and of the last one answered. */
  asked: string | null
  answered: string | null
}

/**
 * The API's answer to `ask`. Asks again whenever `key` changes, which must name everything that the question depends on. Leaves the page when
 * the session has ended or a second factor is required (`useLeaving`).
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>, { everySeconds }: AnswerOptions = {}): Answer<T> {
  const [held, setHeld] = useState<Held<T>>({ key: null })
  const latest = useRef<Latest<T>>({ ask, turn: 0, asked: null, answered: null })
  const leave = useLeaving()
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
        if (!leave(failure)) setHeld((was) => ({ key: of, failure, ...(was.data === undefined ? {} : { data: was.data }) }))
      }
    },
    [leave],
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
      // The question has changed meanwhile.
      if (current.asked !== key) return
      // Requests in flight were sent before and may not include this change.
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

/**
 * Leaves the page, if a failure is resolved elsewhere: by signing in, or by setting up the second factor that the user's role requires.
 * Both pages lead back here. Returns whether it does.
 */
export function useLeaving(): (failure: ApiFailure) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    ({ status, details }) => {
      const lacksSecondFactor = status === 403 && details.some(({ path }) => path === 'totp')
      if (status !== 401 && !lacksSecondFactor) return false
      void navigate((lacksSecondFactor ? secondFactorPath : signInPath)(pathname + search), { replace: true })
      return true
    },
    [navigate, pathname, search],
  )
}

/** The path of the page to set up a second factor; `next` is where it leads afterwards. */
const secondFactorPath = (next: string): string => `${signInPath(next)}&enrol=1`

/** The sign-in page's path; `next` is where it leads afterwards. */
export const signInPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

/** Converts anything thrown to a failure that can be shown. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiFailure({ status: 0, headers: {}, body: { error: 'internal_error', message } })
}
