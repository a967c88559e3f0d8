import { Button, Group, NumberInput, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { ConfirmButton, FormModal } from '../kit/dialogs.tsx'
import { useFormDialog } from '../kit/form.ts'
import type { PartProps, SmtpSecurity } from './system.ts'

const SECURITIES: Readonly<Record<SmtpSecurity, string>> = {
  tls: 'TLS',
  starttls: 'STARTTLS (required)',
  opportunistic: 'STARTTLS (if offered)',
  none: 'None',
}

/** The mail transport: configured here, or by the environment. An empty password keeps the stored one, as long as the server stays the same. */
export function SmtpPart({ system: { id, version, settings }, presets, onChange, reload }: PartProps) {
  const isStored = settings['source'] === 'database'
  const change = (next: Record<string, unknown> | null) =>
    api.patch('/api/admin/connections', { body: { id, version, settings: next, ...(next !== null && { check: true }) } })
  const reset = useAction(() => change(null), {
    done: 'The mail server from the environment is used again',
    onDone: onChange,
    reload,
  })
  const { form, field, open, modal } = useFormDialog({ initialValues: draftOf(settings) }, (draft) => change(settingsOf(draft)), {
    prefix: 'settings.',
    done: ({ status }) =>
      status === 'ok' ? 'Saved. The mail server accepts email.' : 'Saved, but the mail server does not accept email yet',
    onDone: onChange,
    reload,
    isSecret: true,
  })
  return (
    <Group justify="flex-end" gap="xs">
      {isStored && (
        <ConfirmButton
          text="Use environment settings"
          title="Remove the mail server set here?"
          label="Remove mail server"
          button={{ size: 'xs' }}
          action={reset}
        >
          <Text size="sm">SMTP_URL is used instead. Without it, emails are written to files.</Text>
        </ConfirmButton>
      )}
      <Button size="xs" variant="default" onClick={open}>
        Set mail server
      </Button>
      <FormModal {...modal} title="Mail server" label="Save and check">
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
          description={isStored && settings['hasPassword'] === true ? 'Leave empty to keep the stored password' : undefined}
          autoComplete="new-password"
          {...field('password')}
        />
        <TextInput label="Sender" description="“Name <address>”. Leave empty to use MAIL_FROM." {...field('from')} />
        <NumberInput label="Concurrent connections" min={1} max={50} {...field('connections')} />
      </FormModal>
    </Group>
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
