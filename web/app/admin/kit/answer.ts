import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiFailure } from '../../api/ask.ts'

/** Cached answers end with the page that shows them: another user may sign in next. Failures are shown at once instead of retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: 0, retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  })
}

interface Result<T> {
  /** The last answer; it stays while the next one is loading, and after a failure. */
  readonly data: T | undefined
  /** Why the last request failed. */
  readonly failure: ApiFailure | undefined
}

export interface ApiQuery<T> extends Result<T> {
  readonly isLoading: boolean
  reload(): Promise<void>
  /** Sets an answer known from elsewhere, such as that of a PATCH. */
  set(data: T): Promise<void>
  /** Changes part of the current answer. */
  change(by: (data: T) => T): Promise<void>
}

interface AnswerOptions<T> {
  /** Refreshes at this interval while the page is visible. */
  readonly everySeconds?: number | undefined | ((data: T | undefined) => number | undefined)
}

/**
 * The API's answer to `ask`. Asks again whenever `key` changes, which must name everything that the question depends on. Leaves the page when
 * the session has ended or a second factor is required (`useLeaving`).
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>, { everySeconds }: AnswerOptions<T> = {}): ApiQuery<T> {
  const client = useQueryClient()
  const leave = useLeaving()
  const [isReloading, setReloading] = useState(false)
  const { data, error, isPending, refetch } = useQuery<T, ApiFailure>({
    queryKey: [key],
    queryFn: () =>
      ask().catch((thrown: unknown) => {
        throw failureOf(thrown)
      }),
    refetchInterval({ state }) {
      const seconds = typeof everySeconds === 'function' ? everySeconds(state.data) : everySeconds
      return seconds === undefined ? false : seconds * 1_000
    },
  })
  useEffect(() => {
    if (error !== null) leave(error)
  }, [error, leave])

  const last = useRef<Result<T>>({ data: undefined, failure: undefined })
  const failure = error === null || exitOf(error, '') !== null ? undefined : error
  const result = isPending ? last.current : { data: data ?? last.current.data, failure }
  useEffect(() => {
    last.current = result
  })

  const reload = useCallback(async () => {
    setReloading(true)
    await refetch()
    setReloading(false)
  }, [refetch])
  const set = useCallback(
    async (next: T | ((was: T | undefined) => T | undefined)) => {
      // Requests in flight were sent before this change and may not include it.
      await client.cancelQueries({ queryKey: [key], exact: true })
      client.setQueryData<T>([key], next)
    },
    [client, key],
  )
  const change = useCallback(
    async (by: (data: T) => T) => {
      // The first answer, still in flight, will include the change.
      if (client.getQueryData([key]) !== undefined) await set((was) => was && by(was))
    },
    [client, key, set],
  )
  return { ...result, isLoading: isPending || isReloading, reload, set, change }
}

/**
 * Leaves the page, if a failure is resolved elsewhere: by signing in, or by setting up the second factor that the user's role requires.
 * Both pages lead back here. Returns whether it does.
 */
export function useLeaving(): (failure: ApiFailure) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    (failure) => {
      const exit = exitOf(failure, pathname + search)
      if (exit !== null) void navigate(exit, { replace: true })
      return exit !== null
    },
    [navigate, pathname, search],
  )
}

/** The page that resolves a failure and then leads to `next`; null: there is none. */
function exitOf({ status, details }: ApiFailure, next: string): string | null {
  if (status === 401) return signInPath(next)
  return status === 403 && details.some(({ path }) => path === 'totp') ? `${signInPath(next)}&enrol=1` : null
}

/** The sign-in page's path; `next` is where it leads afterwards. */
export const signInPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

/** Converts anything thrown to a failure that can be shown. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiFailure({ status: 0, headers: {}, body: { error: 'internal_error', message } })
}
