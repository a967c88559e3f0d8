import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Rows, Soft, Status, Time } from '../../kit/display.tsx'
import { Icon } from '../../kit/icon.tsx'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Answered } from '../../kit/notes.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { formatQuantity } from '../../kit/words.ts'
import { describeBrowser } from './browser-of.ts'
import styles from './sessions.module.css'

export const meta = buildAdminMeta('Sessions')

type Session = Answer<'get', '/api/admin/sessions'>['items'][number]

/** The user's own sessions. */
export default function Sessions() {
  const sessions = useAnswer('sessions', () => api.get('/api/admin/sessions'))
  const end = useAction(({ id }: Session) => api.delete('/api/admin/sessions', { query: { id } }), {
    done: 'Session ended',
    onDone: sessions.reload,
  })
  const endOthers = useAction(() => api.delete('/api/admin/sessions'), {
    done: ({ ended }) => `${formatQuantity(ended, 'session')} ended`,
    onDone: sessions.reload,
  })
  return (
    <Page
      title="Sessions"
      description="Where you are signed in. If you do not recognise a session, end it and change your password."
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="exit" />}
          loading={endOthers.isBusy}
          disabled={sessions.data?.items.every(({ current }) => current) !== false}
          onClick={() => void endOthers.run()}
        >
          End all other sessions
        </Button>
      }
    >
      <Panel>
        <Answered of={sessions} height={120}>
          {({ items }) => (
            <Rows label="Sessions">
              {items.map((session) => (
                <li key={session.id} className={styles.session}>
                  <Icon name="device" size={22} />
                  <Stack gap={2} className={styles.what}>
                    <Group gap="xs">
                      <Text fw={600}>{describeBrowser(session.userAgent)}</Text>
                      {session.current ? <Status tone="good">This device</Status> : null}
                    </Group>
                    <Soft>
                      Last seen <Time at={session.lastSeenAt} />
                      {session.country === null ? '' : ` from ${session.country}`} · since <Time at={session.createdAt} absolute /> · ends{' '}
                      <Time at={session.expiresAt} />
                    </Soft>
                  </Stack>
                  {session.current ? null : (
                    <Button
                      variant="default"
                      size="xs"
                      loading={end.isBusy}
                      onClick={() => void end.run(session)}
                      aria-label={`End session: ${describeBrowser(session.userAgent)}`}
                    >
                      End session
                    </Button>
                  )}
                </li>
              ))}
            </Rows>
          )}
        </Answered>
      </Panel>
    </Page>
  )
}
