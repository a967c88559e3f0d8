import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApiFailure } from '../../api/ask.ts'
import { toApiFailure } from './failure.ts'
import { describeApiFailure } from './notes.tsx'
import { withProof } from './proof.tsx'

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
        throw toApiFailure(thrown)
      }),
    refetchInterval({ state }) {
      const seconds = typeof everySeconds === 'function' ? everySeconds(state.data) : everySeconds
      return seconds === undefined ? false : seconds * 1_000
    },
  })
  useEffect(() => {
    if (error !== null) leave(error)
  }, [error, leave])

  const [last, setLast] = useState<Result<T>>({ data: undefined, failure: undefined })
  const failure = error === null || exitOf(error, '') !== null ? undefined : error
  const result = isPending ? last : { data: data ?? last.data, failure }
  if (result.data !== last.data || result.failure !== last.failure) setLast(result)

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
function useLeaving(): (failure: ApiFailure) => boolean {
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
  if (status === 401) return buildSignInPath(next)
  return status === 403 && details.some(({ path }) => path === 'totp') ? `${buildSignInPath(next)}&enrol=1` : null
}

/** The sign-in page's path; `next` is where it leads afterwards. */
export const buildSignInPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`

interface Action<Input extends unknown[], Output> {
  /** Resolves to the API's answer; undefined after a failure, which has been shown by then. */
  run(...input: Input): Promise<Output | undefined>
  readonly isBusy: boolean
  /** Why the last run failed. */
  readonly failure: ApiFailure | undefined
  forget(): void
}

export interface ActionOptions<Output> {
  /** Shown on success, such as `Saved`. */
  readonly done?: string | ((output: Output) => string)
  /** Runs after success, before the message. */
  readonly onDone?: (output: Output) => unknown
  /** Runs before a failure is shown, for example to mark fields of a form. */
  readonly onFailure?: (failure: ApiFailure) => unknown
  /** Offered after a conflict: loads the other editor's version. */
  readonly reload?: () => unknown
  /** The caller shows `failure` itself; there is no notification. */
  readonly isQuiet?: boolean
  /** For signing in: a 401 is a normal answer and does not redirect. */
  readonly isSigningIn?: boolean
}

/** Runs a change through the API, with busy state and notifications. */
export function useAction<Input extends unknown[], Output>(
  change: (...input: Input) => Promise<Output>,
  { done, onDone, onFailure, reload, isQuiet = false, isSigningIn = false }: ActionOptions<Output> = {},
): Action<Input, Output> {
  const leave = useLeaving()
  const { isPending, error, reset, mutateAsync } = useMutation({
    mutationFn: async (input: Input) => {
      const output = await withProof(() => change(...input))
      await onDone?.(output)
      return output
    },
  })
  /** The pressed element: a busy button loses the focus. */
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isPending) return
    const { current } = pressed
    pressed.current = null
    if (current instanceof HTMLElement && document.activeElement === document.body) current.focus({ preventScroll: true })
  }, [isPending])
  const run = async (...input: Input): Promise<Output | undefined> => {
    pressed.current = document.activeElement
    try {
      const output = await mutateAsync(input)
      if (done !== undefined) notifyReader(typeof done === 'string' ? done : done(output))
      return output
    } catch (thrown) {
      const failure = toApiFailure(thrown)
      onFailure?.(failure)
      if (!isSigningIn && leave(failure)) return undefined
      if (failure.code === 'conflict' && reload !== undefined) notifyConflict(failure, reload)
      else if (!isQuiet) notifyFailure(failure)
      return undefined
    }
  }
  return { run, isBusy: isPending, failure: error === null ? undefined : toApiFailure(error), forget: reset }
}

const SHAPE = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const
const FAILURE_MS = 10_000

/** Shows a notification. */
export function notifyReader(message: string): void {
  notifications.show({ ...SHAPE, message, color: 'green' })
}

function notifyFailure(failure: ApiFailure): void {
  notifications.show({ title: 'Something went wrong', message: describeApiFailure(failure), ...SHAPE, color: 'red', autoClose: FAILURE_MS })
}

/** A version conflict: nothing was written, and the page is outdated. */
function notifyConflict(failure: ApiFailure, reload: () => unknown): void {
  const id = notifications.show({
    title: 'Not saved',
    ...SHAPE,
    color: 'orange',
    autoClose: false,
    message: (
      <>
        <Text size="sm">{failure.message}</Text>
        <Group mt="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              void reload()
            }}
          >
            Reload
          </Button>
        </Group>
      </>
    ),
  })
}
