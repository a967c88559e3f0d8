import { Button, Group, NumberInput, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Confirm, FormModal } from '../kit/dialogs.tsx'
import { useApiForm } from '../kit/form.ts'
import { FormFailure } from '../kit/notes.tsx'
import type { PartProps, SmtpSecurity } from './system.ts'

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

const SECURITIES: Readonly<Record<SmtpSecurity, string>> = {
  tls: 'TLS',
  starttls: 'STARTTLS (required)',
  opportunistic: 'STARTTLS (if offered)',
  none: 'None',
}

/** The mail server. An empty password field keeps the stored password, as long as the server stays the same. */
function SmtpForm({
  system: { id, version, settings },
  presets,
  onChange,
  reload,
  onClose,
}: Omit<PartProps, 'mayChange'> & { onClose(): void }) {
  const hasPassword = settings['source'] === 'database' && settings['hasPassword'] === true
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: draftOf(settings) },
    (draft) => api.patch('/api/admin/connections', { body: { id, version, settings: settingsOf(draft), check: true } }),
    {
      prefix: 'settings.',
      done: ({ status }) =>
        status === 'ok' ? 'Saved. The mail server accepts email.' : 'Saved, but the mail server does not accept email yet',
      onDone(system) {
        onChange(system)
        onClose()
      },
      reload,
      isQuiet: true,
    },
  )
  return (
    <FormModal isOpen title="Mail server" label="Save and check" isBusy={isBusy} onClose={onClose} onSubmit={onSubmit}>
      <FormFailure failure={failure} />
      <Select
        label="Email service"
        placeholder="Other"
        clearable
        searchable
        limit={100}
        data={presets.map(({ name }) => name)}
        {...field('preset')}
        onChange={(preset) => {
          const known = presets.find(({ name }) => name === preset)
          form.setValues({ preset, ...(known === undefined ? {} : { host: known.host, port: known.port, security: known.security }) })
        }}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput label="Server" required {...field('host')} />
        <NumberInput label="Port" maw="7rem" required hideControls {...field('port')} />
      </Group>
      <Select
        label="Encryption"
        allowDeselect={false}
        data={Object.entries(SECURITIES).map(([value, label]) => ({ value, label }))}
        {...field('security')}
      />
      <TextInput label="User name" description="Leave empty for no login" autoComplete="off" {...field('user')} />
      <PasswordInput
        label="Password"
        description={hasPassword ? 'Leave empty to keep the stored password' : undefined}
        autoComplete="new-password"
        {...field('password')}
      />
      <TextInput label="Sender" description="“Name <address>”. Leave empty to use MAIL_FROM." {...field('from')} />
      <NumberInput label="Concurrent connections" min={1} max={50} {...field('connections')} />
    </FormModal>
  )
}

/** The stored settings. Those of the environment are not copied, since their password cannot be. */
function draftOf(settings: Readonly<Record<string, unknown>>) {
  const own = settings['source'] === 'database' ? settings : {}
  const text = (name: string) => (typeof own[name] === 'string' ? own[name] : '')
  const number = (name: string, otherwise: number) => (typeof own[name] === 'number' ? own[name] : otherwise)
  return {
    preset: text('preset') || null,
    host: text('host'),
    port: number('port', 587),
    security: (text('security') || 'starttls') as SmtpSecurity,
    user: text('user'),
    password: '',
    from: text('from'),
    connections: number('connections', 5),
  }
}

function settingsOf({ password, user, from, host, ...rest }: ReturnType<typeof draftOf>): Record<string, unknown> {
  return {
    ...rest,
    host: host.trim(),
    user: user === '' ? null : user,
    from: from.trim() === '' ? null : from.trim(),
    ...(password === '' ? {} : { password }),
  }
}
