import { Text } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/action.tsx'
import { Confirm } from '../kit/confirm.tsx'
import type { TemplateAnswer } from './template.ts'

interface Props {
  readonly id: string
  readonly version: number
  readonly isOpen: boolean
  reload(): Promise<void>
  onReset(answer: TemplateAnswer): Promise<void>
  onClose(): void
}

/** Resets to the shipped template, after confirmation. */
export function ResetTemplate({ id, version, isOpen, reload, onReset, onClose }: Props) {
  const reset = useAction(() => api.post('/api/admin/email-templates/{id}/reset', { path: { id }, body: { version } }), {
    done: 'Template reset to the default',
    reload,
  })
  return (
    <Confirm
      isOpen={isOpen}
      title="Reset to the default template?"
      label="Reset template"
      isDangerous
      isBusy={reset.isBusy}
      onClose={onClose}
      onConfirm={async () => {
        const answer = await reset.run()
        if (answer !== undefined) await onReset(answer)
        onClose()
      }}
    >
      <Text size="sm">Your changes are deleted. The audit log keeps the first 1,000 characters of each part.</Text>
    </Confirm>
  )
}
