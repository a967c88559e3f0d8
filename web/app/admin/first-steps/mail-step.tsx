import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { SystemParts } from '../connections/system-parts.tsx'
import { SystemStatus } from '../connections/system-status.tsx'
import { useAction } from '../kit/api.tsx'
import { useMe } from '../kit/me.ts'
import { FailureNote, Note } from '../kit/notes.tsx'
import { replaced, type SystemsProps } from './weather-step.tsx'

type Mail = Answer<'post', '/api/admin/email/test'>['mail']

interface Props extends SystemsProps {
  /** A mail was tried. */
  onTried(): unknown
}

/** The mail server, and a mail to the reader with what the server said to it. Without a server mails are files, which is said. */
export function MailStep({ systems, change, reload, onTried }: Props) {
  const { user } = useMe()
  const [mail, setMail] = useState<Mail>()
  const system = systems.items.find(({ id }) => id === 'mail-transport')
  const test = useAction(() => api.post('/api/admin/email/test', { body: { to: user.email } }), {
    isQuiet: true,
    onDone(answer) {
      setMail(answer.mail)
      onTried()
    },
  })
  if (system === undefined) return null
  const isFiles = system.status === 'not_configured'
  return (
    <Stack gap="md">
      {isFiles ? (
        <Text size="sm">
          No mail server is set: the service works without one and writes every email to a file in <Code>DATA_DIR/mail</Code>. Invitations
          then show their links here. Set a server to reach subscribers.
        </Text>
      ) : (
        <Group gap="xs">
          <SystemStatus status={system.status} />
          <Text size="sm">{system.message}</Text>
        </Group>
      )}
      <FailureNote failure={test.failure} />
      {mail !== undefined && !test.isBusy && test.failure === undefined && <Outcome mail={mail} isFiles={isFiles} />}
      <Group justify="flex-end" gap="xs">
        <SystemParts
          system={system}
          presets={systems.smtpPresets}
          mayChange
          onChange={(next) => void change(replaced(next))}
          reload={reload}
        />
        <Button size="xs" loading={test.isBusy} onClick={() => void test.run()}>
          Send a test to {user.email}
        </Button>
      </Group>
    </Stack>
  )
}

function Outcome({ mail: { state, email, lastError }, isFiles }: { readonly mail: Mail; readonly isFiles: boolean }) {
  if (state === 'sent') {
    return (
      <Note tone="good" isNews>
        {isFiles
          ? 'The email is a file in DATA_DIR/mail now.'
          : `The mail server accepted the email to ${email}. If it is not in the inbox, look among spam.`}
      </Note>
    )
  }
  return (
    <Note tone="bad" title="The email was not sent" isNews>
      {lastError ?? (state === 'suppressed' ? `${email} is on the suppression list.` : 'The mail server has not answered yet.')}
      {state === 'waiting' && ' It is tried again by itself.'}
    </Note>
  )
}
