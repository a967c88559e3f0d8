import { Button, Stack, Text } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { Panel } from '../../kit/panel.tsx'

/** A new password comes by a link in a mail: whoever finds an open browser cannot change it. */
export function PasswordPanel() {
  const { user } = useMe()
  const ask = useAction(() => api.post('/api/auth/forgot-password', { body: { email: user.email, lang: 'en' } }), {
    done: `A link is on its way to ${user.email}`,
  })
  return (
    <Panel title="Password">
      <Stack align="flex-start">
        <Text size="sm" c="dimmed">
          A link that sets a new password is mailed to {user.email}. It is good for an hour; using it ends all your sessions.
        </Text>
        <Button variant="default" loading={ask.isBusy} onClick={() => void ask.run()} leftSection={<Icon name="key" />}>
          Mail me a link
        </Button>
      </Stack>
    </Panel>
  )
}
