import { Button, Group, NumberInput, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Confirm, FormModal } from '../kit/dialogs.tsx'
import { useState } from 'react'
import { fieldErrors, FormFailure } from '../kit/notes.tsx'
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

interface Draft {
  readonly preset: string | null
  readonly host: string
  readonly port: number | string
  readonly security: SmtpSecurity
  readonly user: string
  readonly password: string
  readonly from: string
  readonly connections: number | string
}

/** The mail server. An empty password field keeps the stored password, as long as the server stays the same. */
function SmtpForm({
  system: { id, version, settings },
  presets,
  onChange,
  reload,
  onClose,
}: Omit<PartProps, 'mayChange'> & { onClose(): void }) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const hasPassword = settings['source'] === 'database' && settings['hasPassword'] === true
  const store = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: settingsOf(draft), check: true } }), {
    done: ({ status }) =>
      status === 'ok' ? 'Saved. The mail server accepts email.' : 'Saved, but the mail server does not accept email yet',
    reload,
    isQuiet: true,
  })
  const errors = fieldErrors(store.failure)
  const isTold = Object.keys(errors).some((path) => path.startsWith('settings.'))
  const error = (name: keyof Draft) => errors[`settings.${name}`]
  const set = (change: Partial<Draft>) => {
    store.forget()
    setDraft({ ...draft, ...change })
  }
  return (
    <FormModal
      isOpen
      title="Mail server"
      label="Save and check"
      isBusy={store.isBusy}
      onClose={onClose}
      onSubmit={async (event) => {
        event.preventDefault()
        const answer = await store.run()
        if (answer === undefined) return
        onChange(answer)
        onClose()
      }}
    >
      <FormFailure failure={store.failure} isTold={isTold} />
      <Select
        label="Email service"
        placeholder="Other"
        clearable
        searchable
        limit={100}
        value={draft.preset}
        error={error('preset')}
        data={presets.map(({ name }) => name)}
        onChange={(preset) => {
          const known = presets.find(({ name }) => name === preset)
          set({ preset, ...(known === undefined ? {} : { host: known.host, port: known.port, security: known.security }) })
        }}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="Server"
          required
          value={draft.host}
          error={error('host')}
          onChange={({ currentTarget }) => set({ host: currentTarget.value.trim() })}
        />
        <NumberInput
          label="Port"
          maw="7rem"
          required
          hideControls
          value={draft.port}
          error={error('port')}
          onChange={(port) => set({ port })}
        />
      </Group>
      <Select
        label="Encryption"
        allowDeselect={false}
        value={draft.security}
        error={error('security')}
        data={Object.entries(SECURITIES).map(([value, label]) => ({ value, label }))}
        onChange={(security) => set({ security: security as SmtpSecurity })}
      />
      <TextInput
        label="User name"
        description="Leave empty for no login"
        autoComplete="off"
        value={draft.user}
        error={error('user')}
        onChange={({ currentTarget }) => set({ user: currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        description={hasPassword ? 'Leave empty to keep the stored password' : undefined}
        autoComplete="new-password"
        value={draft.password}
        error={error('password')}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
      <TextInput
        label="Sender"
        description="“Name <address>”. Leave empty to use MAIL_FROM."
        value={draft.from}
        error={error('from')}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <NumberInput
        label="Concurrent connections"
        min={1}
        max={50}
        value={draft.connections}
        error={error('connections')}
        onChange={(connections) => set({ connections })}
      />
    </FormModal>
  )
}

/** The stored settings. Those of the environment are not copied, since their password cannot be. */
function draftOf(settings: Readonly<Record<string, unknown>>): Draft {
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

function settingsOf({ password, user, from, ...rest }: Draft): Record<string, unknown> {
  return {
    ...rest,
    user: user === '' ? null : user,
    from: from.trim() === '' ? null : from.trim(),
    ...(password === '' ? {} : { password }),
  }
}
