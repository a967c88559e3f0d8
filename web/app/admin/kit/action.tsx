import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiFailure } from '../../api/ask.ts'
import { failureOf, useLeaving } from './answer.ts'
import { toldFailure } from './failure.tsx'

export interface Action<Input extends unknown[], Output> {
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
      const output = await change(...input)
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
      if (done !== undefined) tell(typeof done === 'string' ? done : done(output))
      return output
    } catch (thrown) {
      const failure = failureOf(thrown)
      onFailure?.(failure)
      if (!isSigningIn && leave(failure)) return undefined
      if (failure.code === 'conflict' && reload !== undefined) tellConflict(failure, reload)
      else if (!isQuiet) tellFailure(failure)
      return undefined
    }
  }
  return { run, isBusy: isPending, failure: error === null ? undefined : failureOf(error), forget: reset }
}

const SHAPE = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const
const FAILURE_MS = 10_000

/** Shows a notification. */
export function tell(message: string): void {
  notifications.show({ ...SHAPE, message, color: 'green' })
}

export function tellFailure(failure: ApiFailure): void {
  notifications.show({ title: 'Something went wrong', message: toldFailure(failure), ...SHAPE, color: 'red', autoClose: FAILURE_MS })
}

/** A version conflict: nothing was written, and the page is outdated. */
function tellConflict(failure: ApiFailure, reload: () => unknown): void {
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
