import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'

export interface FormModalProps {
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
