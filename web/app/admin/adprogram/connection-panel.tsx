import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/browser.ts'
import { Note } from '../editing/note.tsx'
import { useAction } from '../kit/action.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Facts } from '../kit/facts.tsx'
import { useMe } from '../kit/me.ts'
import { Moment } from '../kit/moment.tsx'
import { Panel } from '../kit/panel.tsx'
import { Status, type Tone } from '../kit/status.tsx'
import type { Connection } from './report.ts'

const STATES: Readonly<Record<Connection['status'], readonly [text: string, tone: Tone]>> = {
  connected: ['Connected', 'good'],
  disconnected: ['Not connected', 'quiet'],
  disabled: ['Switched off', 'quiet'],
  not_configured: ['Not configured', 'quiet'],
}

/** The permission to read the account's reports: asked for, in use, given back. */
export function ConnectionPanel({ connection, reload }: { readonly connection: Connection; reload(): Promise<void> }) {
  const { status, account, connectedAt, connectedBy, syncedAt, stale, syncing, problem, simulated } = connection
  const mayChange = useMe().may('owner')
  const [isEnding, ending] = useDisclosure(false)
  const sync = useAction(() => api.post('/api/admin/adprogram/sync'), {
    done: ({ connection: { syncing: isSyncing } }) => (isSyncing ? 'The figures are being read' : 'The figures are read'),
  })
  const end = useAction(() => api.get('/api/admin/adprogram/oauth/disconnect'), {
    done: ({ revoked }) =>
      revoked ? 'Disconnected' : 'Forgotten here. The ad program could not be told: withdraw the permission in the account itself.',
  })
  const [text, tone] = STATES[status]
  return (
    <Panel
      title="Connection"
      actions={
        mayChange && (
          <Group gap="sm">
            {status === 'connected' && (
              <>
                <Button variant="default" onClick={ending.open}>
                  Disconnect
                </Button>
                <Button
                  loading={sync.isBusy || syncing}
                  onClick={async () => {
                    await sync.run()
                    await reload()
                  }}
                >
                  Sync now
                </Button>
              </>
            )}
            {status === 'disconnected' && (
              // A whole navigation: it leaves for the ad program and comes back.
              <Button component="a" href="/api/admin/adprogram/oauth/start">
                Connect
              </Button>
            )}
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {simulated && <Note tone="notice">These figures are made up: a simulator stands in for the ad program.</Note>}
        {problem !== null && (
          <Note tone="bad" title="The last reading failed">
            {problem.message} (<Moment at={problem.at} />)
            {problem.retryAt !== null && (
              <>
                {' '}
                It is tried again <Moment at={problem.retryAt} />.
              </>
            )}
          </Note>
        )}
        {status === 'not_configured' && (
          <Text size="sm">
            Set <code>AD_PROGRAM_OAUTH_CLIENT_ID</code> and <code>AD_PROGRAM_OAUTH_CLIENT_SECRET</code> in the environment first.
          </Text>
        )}
        <Facts
          facts={[
            [
              'State',
              <Status key="state" tone={tone}>
                {text}
              </Status>,
            ],
            ['Account', account],
            [
              'Since',
              connectedAt === null ? null : (
                <>
                  <Moment at={connectedAt} />
                  {connectedBy !== null && ` by ${connectedBy}`}
                </>
              ),
            ],
            [
              'Figures read',
              <span key="read">
                <Moment at={syncedAt} none="not yet" />{' '}
                {syncing ? <Status tone="busy">Being read</Status> : stale && syncedAt !== null && <Status tone="notice">Old</Status>}
              </span>,
            ],
          ]}
        />
      </Stack>
      <Confirm
        isOpen={isEnding}
        title="Disconnect the ad program?"
        label="Disconnect"
        isDangerous
        isBusy={end.isBusy}
        onClose={ending.close}
        onConfirm={async () => {
          await end.run()
          ending.close()
          await reload()
        }}
      >
        <Text size="sm">The permission is withdrawn, and the figures are forgotten. They can be read again after connecting anew.</Text>
      </Confirm>
    </Panel>
  )
}
