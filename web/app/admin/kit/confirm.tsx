import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'

export interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** On the button that does it. */
  readonly label: string
  /** What has to be typed first, where it cannot be taken back. */
  readonly typed?: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** What has the focus afterwards, where that from which it was opened is gone by then: an item of a menu. */
  readonly returnTo?: RefObject<HTMLElement | null>
  onConfirm(): unknown
  onClose(): void
}

/** Asks before something is done. */
export function Confirm({
  isOpen,
  title,
  children,
  label,
  typed,
  isDangerous = false,
  isBusy = false,
  returnTo,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onClose()
  }
  const isRight = typed === undefined || text.trim().toLowerCase() === typed.trim().toLowerCase()
  return (
    <Modal opened={isOpen} onClose={close} title={title} onExitTransitionEnd={() => returnTo?.current?.focus()}>
      <form
        onSubmit={async (event) => {
          event.preventDefault()
          if (!isRight) return
          await onConfirm()
          setText('')
        }}
      >
        <Stack>
          {children}
          {typed === undefined ? null : (
            <TextInput
              label={`Type “${typed}” to confirm`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isRight} {...(isDangerous ? { color: 'red' } : {})}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
