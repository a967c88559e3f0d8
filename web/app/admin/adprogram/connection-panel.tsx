import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { ConfirmButton } from '../kit/dialogs.tsx'
import { Facts, Time, Status, type Tone } from '../kit/display.tsx'
import { useMe } from '../kit/me.ts'
import { Note } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'

type Report = Answer<'get', '/api/admin/adprogram/report'>
type Connection = Report['connection']

export const RANGES = { '7d': '7 days', '30d': '30 days', mtd: 'This month' } as const
export type Range = keyof typeof RANGES

/** Formats sums in the account's currency. */
export function createMoneyFormatter(currency: string | null): (value: number) => string {
  const format = new Intl.NumberFormat(
    'en',
    currency === null ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: 'currency', currency },
  )
  return (value) => format.format(value)
}

const STATES: Readonly<Record<Connection['status'], readonly [text: string, tone: Tone]>> = {
  connected: ['Connected', 'good'],
  disconnected: ['Not connected', 'quiet'],
  disabled: ['Off', 'quiet'],
  not_configured: ['Not configured', 'quiet'],
}

/** The permission to read the account's reports: grant it, see its state, revoke it. */
export function ConnectionPanel({ connection, reload }: { readonly connection: Connection; reload(): Promise<void> }) {
  const { status, account, connectedAt, connectedBy, syncedAt, stale, syncing, problem, simulated } = connection
  const mayChange = useMe().may('owner')
  const sync = useAction(() => api.post('/api/admin/adprogram/sync'), {
    done: ({ connection: { syncing: isSyncing } }) => (isSyncing ? 'Sync started' : 'Figures updated'),
    onDone: reload,
    // The panel shows why it failed, and when the next attempt is.
    onFailure: reload,
  })
  const end = useAction(() => api.get('/api/admin/adprogram/oauth/disconnect'), {
    done: ({ revoked }) =>
      revoked ? 'Disconnected' : 'Disconnected here, but the ad program did not respond. Revoke the access in your account there.',
    onDone: reload,
    onFailure: reload,
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
                <ConfirmButton title="Disconnect the ad program?" label="Disconnect" action={end}>
                  <Text size="sm">Access is revoked, and the figures are deleted. You can fetch them again after reconnecting.</Text>
                </ConfirmButton>
                <Button loading={sync.isBusy || syncing} onClick={() => void sync.run()}>
                  Sync now
                </Button>
              </>
            )}
            {status === 'disconnected' && (
              // A full navigation, since the ad program redirects back here.
              <Button component="a" href="/api/admin/adprogram/oauth/start">
                Connect
              </Button>
            )}
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {simulated && <Note tone="notice">These figures come from a simulator, not from an ad program.</Note>}
        {problem !== null && (
          <Note tone="bad" title="The last sync failed">
            {problem.message} (<Time at={problem.at} />)
            {problem.retryAt !== null && (
              <>
                {' '}
                Next attempt <Time at={problem.retryAt} />.
              </>
            )}
          </Note>
        )}
        {status === 'not_configured' && (
          <Text size="sm">
            Set <code>AD_PROGRAM_OAUTH_CLIENT_ID</code> and <code>AD_PROGRAM_OAUTH_CLIENT_SECRET</code> in the environment to connect.
          </Text>
        )}
        <Facts
          facts={{
            Status: <Status tone={tone}>{text}</Status>,
            Account: account,
            'Connected since':
              connectedAt === null ? null : (
                <>
                  <Time at={connectedAt} />
                  {connectedBy !== null && ` by ${connectedBy}`}
                </>
              ),
            'Last sync': (
              <span>
                <Time at={syncedAt} none="never" />{' '}
                {syncing ? <Status tone="busy">Syncing</Status> : stale && syncedAt !== null && <Status tone="notice">Outdated</Status>}
              </span>
            ),
          }}
        />
      </Stack>
    </Panel>
  )
}
