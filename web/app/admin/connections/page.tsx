import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { Note } from '../editing/note.tsx'
import { useAction } from '../kit/action.tsx'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { SystemCard } from './system-card.tsx'
import type { System } from './system.ts'

export const meta = titled('Connections')

/** /admin/connections: every external system, its state and its configuration. */
export default function ConnectionsPage() {
  const mayChange = useMe().may('owner')
  const { data, failure, reload, change } = useAnswer('connections', () => api.get('/api/admin/connections'), { everySeconds: 60 })
  const [checking, setChecking] = useState<string | null>(null)
  const check = useAction((id: string) => api.patch('/api/admin/connections', { body: { id, check: true } }))
  const put = (system: System) => change((was) => ({ ...was, items: was.items.map((each) => (each.id === system.id ? system : each)) }))
  // One at a time: a check may take five seconds, and all at once would look like an attack.
  const checkAll = async () => {
    for (const { id, status } of data?.items ?? []) {
      if (status === 'not_configured' || status === 'disabled') continue
      setChecking(id)
      if ((await check.run(id)) === undefined) break
    }
    setChecking(null)
    await reload()
  }
  return (
    <Page
      title="Connections"
      description="External systems: configuration, and health according to the last calls and checks. Secrets are stored encrypted and never shown again."
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="reload" size={16} />}
            loading={checking !== null}
            onClick={() => void checkAll()}
          >
            Check all systems
          </Button>
        )
      }
    >
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? (
        failure === undefined && <Skeleton h={520} radius="lg" />
      ) : (
        <Stack gap="lg">
          {data.adminSecret.status === 'wrong' && (
            <Note tone="bad" title="ADMIN_SECRET does not match the stored secrets">
              {data.adminSecret.message}
            </Note>
          )}
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            {data.items.map((system) => (
              <SystemCard
                key={system.id}
                system={system}
                presets={data.smtpPresets}
                isChecking={checking === system.id}
                onChange={put}
                reload={reload}
              />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </Page>
  )
}
