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
}

export interface AnswerOptions {
  /** Asks again after so long, as long as somebody looks. */
  readonly everySeconds?: number | undefined
}

/**
 * What the API answers to `ask`. It is asked anew whenever `key` changes, which must name everything that the question depends on.
 * Who is not signed in any more is sent to the sign-in page.
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>, { everySeconds }: AnswerOptions = {}): Answer<T> {
  const [state, setState] = useState<{ data?: T; failure?: ApiFailure; isLoading: boolean }>({ isLoading: true })
  const latest = useRef({ ask, turn: 0 })
  latest.current.ask = ask
  const signIn = useSignIn()

  const reload = useCallback(async () => {
    const turn = ++latest.current.turn
    setState((was) => ({ ...was, isLoading: true }))
    try {
      const data = await latest.current.ask()
      if (turn === latest.current.turn) setState({ data, isLoading: false })
    } catch (error) {
      if (turn !== latest.current.turn) return
      const failure = failureOf(error)
      if (failure.status === 401) signIn()
      else setState((was) => ({ ...was, failure, isLoading: false }))
    }
  }, [signIn])

  useEffect(() => {
    void reload()
    const { current } = latest
    return () => {
      current.turn++
    }
  }, [key, reload])

  useEffect(() => {
    if (everySeconds === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload()
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [everySeconds, reload])

  const set = useCallback((data: T) => setState({ data, isLoading: false }), [])
  return { data: state.data, failure: state.failure, isLoading: state.isLoading, reload, set }
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
