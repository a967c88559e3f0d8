import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEventHandler, type ReactNode, type RefObject, useState } from 'react'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** The confirming button's label. */
  readonly label: string
  /** Text to type first, for irreversible actions. */
  readonly typed?: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Takes the focus afterwards if the opener, such as a menu item, is gone by then. */
  readonly returnTo?: RefObject<HTMLElement | null>
  onConfirm(): unknown
  onClose(): void
}

/** Asks for confirmation. */
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

interface FormModalProps {
  readonly isOpen: boolean
  readonly title: string
  /** The submit button's label. */
  readonly label: string
  readonly isBusy: boolean
  /** Disables the submit button. */
  readonly isIncomplete?: boolean
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  onClose(): void
}

/** A form in a dialog. */
export function FormModal({ isOpen, title, label, isBusy, isIncomplete = false, children, onSubmit, onClose }: FormModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={isIncomplete}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
