import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { collectSecondFactor } from '../auth/account/webauthn.ts'
import { formatGibibytes } from '../dashboards/figures.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { FormModal } from '../kit/dialogs.tsx'
import { EmptyState, Time } from '../kit/display.tsx'
import { useFormDialog } from '../kit/form.ts'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { Answered, Note } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatCount, formatMediumTime } from '../kit/words.ts'

type Backups = Answer<'get', '/api/admin/backups'>

export const meta = buildAdminMeta('Backups')

const FAST_SECONDS = 2
const SLOW_SECONDS = 30

/** /admin/backups: what could be restored, and whether it can. */
export default function BackupsPage() {
  const mayStart = useMe().may('owner')
  const backups = useAnswer('backups', () => api.get('/api/admin/backups'), {
    everySeconds: (now) => (now?.running.length === 0 ? SLOW_SECONDS : FAST_SECONDS),
  })
  const { data, reload } = backups
  const make = useAction(() => api.post('/api/admin/backups'), { onDone: reload })
  const test = useAction(() => api.post('/api/admin/backups/test'), { onDone: reload })
  const isRunning = (job: Backups['running'][number]) => data?.running.includes(job) === true
  return (
    <Page
      title="Backups"
      description="All rows of the database as of one moment. They are restored with npm run restore, and need the ADMIN_SECRET of their time."
      actions={
        mayStart && (
          <>
            <Button
              variant="default"
              loading={test.isBusy || isRunning('restore-test')}
              disabled={data?.items.length === 0}
              onClick={() => void test.run()}
            >
              Test the newest
            </Button>
            <Button loading={make.isBusy || isRunning('backup')} onClick={() => void make.run()}>
              Back up now
            </Button>
          </>
        )
      }
    >
      <Answered of={backups} height={300}>
        {(data) => (
          <Stack gap="lg">
            <TestResult backups={data} />
            <Panel
              title={`On ${data.node}`}
              description={`${scheduleText(data)} In ${data.folder}${data.freeBytes === null ? '' : `, where ${formatGibibytes(data.freeBytes)} are free`}.`}
              actions={
                <Button component={Link} to="/admin/settings/operations" variant="subtle" size="compact-sm">
                  Settings
                </Button>
              }
            >
              {data.items.length === 0 ? (
                <EmptyState icon="download" title="No backup yet">
                  Several nodes need a BACKUP_DIR that all of them share: each lists what is in its own.
                </EmptyState>
              ) : (
                <DataTable
                  label="Backups"
                  columns={['Of', 'Age', 'Size', ...(mayStart ? ['Download'] : [])]}
                  minWidth={460}
                  rows={data.items.map(({ file, bytes, at }) => ({
                    key: file,
                    cells: [
                      formatMediumTime(at),
                      <Time key="age" at={at} />,
                      `${formatCount(Math.ceil(bytes / 1_000))} kB`,
                      ...(mayStart ? [<Download key="get" file={file} at={at} />] : []),
                    ],
                  }))}
                />
              )}
            </Panel>
          </Stack>
        )}
      </Answered>
    </Page>
  )
}

function scheduleText({ kept, hourUtc }: Backups): string {
  if (kept === 0) return 'None is made by schedule.'
  return `One is made each day at ${String(hourUtc).padStart(2, '0')}:00 UTC, and the newest ${kept} are kept.`
}

/** Whether the last test succeeded: only a restored backup is known to be one. */
function TestResult({ backups: { lastTest } }: { readonly backups: Backups }) {
  if (lastTest === null)
    return (
      <Note tone="quiet" title="No backup has been tested">
        A test restores the newest into a database of its own, counts its rows, and opens its secrets. It runs once a week after a backup.
      </Note>
    )
  const { at, ok, file, error, rows } = lastTest
  return (
    <Note tone={ok ? 'good' : 'bad'} title={ok ? 'The last test succeeded' : 'The last test failed'}>
      {ok ? `${file} was restored with all of its ${formatCount(rows ?? 0)} rows` : error}, <Time at={at} />
    </Note>
  )
}

/** Asks for the password again, and starts the download. */
function Download({ file, at }: Pick<Backups['items'][number], 'file' | 'at'>) {
  const passkeys = useAnswer('passkeys', () => api.get('/api/auth/passkeys'))
  const hasPasskeys = (passkeys.data?.items.length ?? 0) > 0
  const { field, open, modal } = useFormDialog(
    { initialValues: { currentPassword: '', totp: '' } },
    async ({ currentPassword, totp }) => {
      const factor = await collectSecondFactor(totp.trim(), hasPasskeys)
      return api.post('/api/admin/backups/{file}/ticket', { path: { file }, body: { currentPassword, ...factor } })
    },
    { isSecret: true, onDone: ({ ticket }) => location.assign(`/api/admin/backups/${file}?ticket=${encodeURIComponent(ticket)}`) },
  )
  return (
    <>
      <Button size="compact-xs" variant="default" aria-label={`Download the backup of ${formatMediumTime(at)}`} onClick={open}>
        Download
      </Button>
      <FormModal {...modal} title="Download this backup" label="Download">
        <Text size="sm">It holds the addresses of all subscribers. Keep it where only those who run the service can read it.</Text>
        <PasswordInput label="Your password" required autoComplete="current-password" data-autofocus {...field('currentPassword')} />
        <TextInput
          label="Two-factor code, if you have one"
          description={hasPasskeys ? 'Leave it empty to confirm with a passkey instead' : undefined}
          autoComplete="one-time-code"
          {...field('totp')}
        />
      </FormModal>
    </>
  )
}
