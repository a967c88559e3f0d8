import { Button, Group, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { FormModal } from '../kit/dialogs.tsx'
import { useFormDialog } from '../kit/form.ts'
import type { PartProps } from './system.ts'

const SECURITIES = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS (required)' },
  { value: 'none', label: 'None' },
]
const SERVICES = [
  { value: 'ses', label: 'Amazon SES' },
  { value: 'postmark', label: 'Postmark' },
  { value: 'mailgun', label: 'Mailgun' },
  { value: 'resend', label: 'Resend' },
]

const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)

const SECRETS: Readonly<Record<string, string>> = {
  postmark: 'Any password; enter https://isobar:PASSWORD@… as the address at Postmark',
  mailgun: 'The HTTP webhook signing key of the account',
  resend: 'The signing secret of the webhook, whsec_…',
}

/** Where bounces come from: a mailbox, or the webhooks of a mail service. */
export function BouncePart(props: PartProps) {
  const { id, version, status } = props.system
  const remove = useAction(() => api.patch('/api/admin/connections', { body: { id, version, settings: null } }), {
    done: 'Settings removed',
    onDone: props.onChange,
    reload: props.reload,
  })
  return (
    <Group justify="flex-end" gap="xs">
      {status !== 'not_configured' && (
        <Button size="xs" variant="default" loading={remove.isBusy} onClick={() => void remove.run()}>
          Remove settings
        </Button>
      )}
      {id === 'bounce-mailbox' ? <Mailbox {...props} /> : <Service {...props} />}
    </Group>
  )
}

/** A form whose empty secret keeps the stored one. */
function useSettingsForm<Values extends Record<string, unknown>>(initialValues: Values, { system, onChange, reload }: PartProps) {
  return useFormDialog(
    { initialValues },
    (values) => {
      const settings = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
      return api.patch('/api/admin/connections', { body: { id: system.id, version: system.version, settings, check: true } })
    },
    { prefix: 'settings.', done: ({ message }) => `Saved. ${message}.`, onDone: onChange, reload, isSecret: true },
  )
}

function Mailbox(props: PartProps) {
  const { host, port, security, user, folder } = props.system.settings
  const { field, open, modal } = useSettingsForm(
    {
      host: text(host),
      port: typeof port === 'number' ? port : 993,
      security: text(security, 'tls'),
      user: text(user),
      password: '',
      folder: text(folder, 'INBOX'),
    },
    props,
  )
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Set mailbox
      </Button>
      <FormModal {...modal} title="Bounce mailbox" label="Save and check">
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label="IMAP server"
            description="The mailbox that gets replies to the sender; it is only read"
            required
            {...field('host')}
          />
          <NumberInput label="Port" maw="7rem" required hideControls {...field('port')} />
        </Group>
        <Select label="Encryption" allowDeselect={false} data={SECURITIES} {...field('security')} />
        <TextInput label="User name" required autoComplete="off" {...field('user')} />
        <PasswordInput
          label="Password"
          description="Leave empty to keep a stored password"
          autoComplete="new-password"
          {...field('password')}
        />
        <TextInput label="Folder" required {...field('folder')} />
      </FormModal>
    </>
  )
}

function Service(props: PartProps) {
  const { service, topicArn } = props.system.settings
  const { form, field, open, modal } = useSettingsForm({ service: text(service, 'ses'), topicArn: text(topicArn), secret: '' }, props)
  const hint = SECRETS[form.values.service]
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Set service
      </Button>
      <FormModal {...modal} title="Bounce webhooks" label="Save">
        <Select label="Mail service" allowDeselect={false} data={SERVICES} {...field('service')} />
        {hint === undefined ? (
          <TextInput label="ARN of the SNS topic" description="Its subscription is confirmed by itself" required {...field('topicArn')} />
        ) : (
          <PasswordInput label="Secret" description={hint} autoComplete="off" {...field('secret')} />
        )}
      </FormModal>
    </>
  )
}
