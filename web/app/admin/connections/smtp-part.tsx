import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/action.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { SmtpForm } from './smtp-form.tsx'
import type { PartProps } from './system-parts.tsx'

/** The mail transport: configured here, or by the environment. */
export function SmtpPart({ system, presets, onChange, reload }: PartProps) {
  const { id, version, settings } = system
  const [isOpen, form] = useDisclosure(false)
  const [isResetting, resetting] = useDisclosure(false)
  const reset = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: null } }), {
    done: 'The mail server from the environment is used again',
    reload,
  })
  return (
    <Group justify="flex-end" gap="xs">
      {settings['source'] === 'database' && (
        <Button size="xs" variant="default" onClick={resetting.open}>
          Use environment settings
        </Button>
      )}
      <Button size="xs" variant="default" onClick={form.open}>
        Set mail server
      </Button>
      {isOpen && <SmtpForm system={system} presets={presets} onChange={onChange} reload={reload} onClose={form.close} />}
      <Confirm
        isOpen={isResetting}
        title="Remove the mail server set here?"
        label="Remove mail server"
        isDangerous
        isBusy={reset.isBusy}
        onClose={resetting.close}
        onConfirm={async () => {
          const answer = await reset.run()
          if (answer !== undefined) onChange(answer)
          resetting.close()
        }}
      >
        <Text size="sm">SMTP_URL is used instead. Without it, emails are written to files.</Text>
      </Confirm>
    </Group>
  )
}
