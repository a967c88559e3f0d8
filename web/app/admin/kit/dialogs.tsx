import { Button, type ButtonProps, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEventHandler, type ReactNode, type RefObject, useState } from 'react'
import type { ApiFailure } from '../../api/ask.ts'
import { FormFailure } from './notes.tsx'

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
          // A form around the button that asked would be submitted, too.
          event.stopPropagation()
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

/** The look of a button that leads to something final. */
export const RED: ButtonProps = { variant: 'light', color: 'red' }

interface ConfirmButtonProps extends Pick<ConfirmProps, 'title' | 'label' | 'children'> {
  /** The button's text; it differs from the label where the question says more. */
  readonly text?: string
  readonly button?: ButtonProps & { readonly 'aria-label'?: string }
  /** Of `useAction`. */
  readonly action: { readonly isBusy: boolean; run(): Promise<unknown> }
}

/** A button for what is dangerous: asks for confirmation first. */
export function ConfirmButton({ title, label, text = label, button, action, children }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setAsking(true)}>
        {text}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={title}
        label={label}
        isDangerous
        isBusy={action.isBusy}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await action.run()
          setAsking(false)
        }}
      >
        {children}
      </Confirm>
    </>
  )
}

interface FormModalProps {
  readonly isOpen: boolean
  readonly title: string
  /** The submit button's label; omitted: the title. */
  readonly label?: string
  readonly isBusy?: boolean
  /** Why it was refused. */
  readonly failure?: ApiFailure | undefined
  /** Disables the submit button. */
  readonly isIncomplete?: boolean
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  onClose(): void
}

/** A form in a dialog (`useFormDialog`). */
export function FormModal(props: FormModalProps) {
  const { isOpen, title, label = title, isBusy = false, failure, isIncomplete = false, children, onSubmit, onClose } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form onSubmit={onSubmit}>
        <Stack>
          <FormFailure failure={failure} />
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
