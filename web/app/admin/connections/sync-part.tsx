import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Facts, Soft, Status, Time, type Tone } from '../kit/display.tsx'
import { useMe } from '../kit/me.ts'
import { formatCount } from '../kit/words.ts'
import type { Exchange } from './system.ts'

const PHASES = ['suppressions', 'contacts', 'push'] as const
const PHASE_TEXTS: Readonly<Record<(typeof PHASES)[number], string>> = {
  suppressions: 'Reading bounces and complaints',
  contacts: 'Reading contacts',
  push: 'Sending subscribers',
}
const STATES: Readonly<Record<Exchange['status'], readonly [text: string, tone: Tone]>> = {
  completed: ['In sync', 'good'],
  partial: ['Syncing', 'busy'],
  already_running: ['Syncing', 'busy'],
  failed: ['Failed', 'bad'],
}

/** Keeps contacts and suppressions in sync with the mail service. */
export function SyncPart({ isReady }: { readonly isReady: boolean }) {
  const mayStart = useMe().may('editor')
  const [last, setLast] = useState<Exchange | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])
  const step = useAction(() => api.post('/api/admin/email/sync'))
  const [isUnderWay, setUnderWay] = useState(false)

  const run = async () => {
    setUnderWay(true)
    for (;;) {
      // Answers after at most ten seconds; the next call joins the sync that is running.
      const answer = await step.run()
      if (isLeft.current) return
      setLast(answer ?? null)
      if (answer === undefined || answer.status === 'completed' || answer.status === 'failed') break
    }
    setUnderWay(false)
  }

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Contacts and suppressions {last !== null && <Status tone={STATES[last.status][1]}>{STATES[last.status][0]}</Status>}
        </Text>
        {mayStart && (
          <Button size="xs" variant="default" loading={isUnderWay} disabled={!isReady} onClick={() => void run()}>
            Sync now
          </Button>
        )}
      </Group>
      {last !== null && <Exchanged exchange={last} />}
    </Stack>
  )
}

function Exchanged({ exchange: { phase, finishedAt, suppressions, contacts, problem } }: { readonly exchange: Exchange }) {
  const done = phase === null ? PHASES.length : PHASES.indexOf(phase)
  return (
    <>
      <Progress value={(100 * (done + (phase === null ? 0 : 0.5))) / PHASES.length} aria-label="Sync progress" />
      <Soft role="status">
        {problem ??
          (phase === null
            ? finishedAt !== null && (
                <>
                  Finished <Time at={finishedAt} />
                </>
              )
            : `${PHASE_TEXTS[phase]}…`)}
      </Soft>
      <Facts
        facts={{
          Suppressions: `${formatCount(suppressions.read)} read, ${formatCount(suppressions.added)} new`,
          Contacts: `${formatCount(contacts.read)} read, ${formatCount(contacts.unsubscribed)} unsubscribed, ${formatCount(contacts.removed)} deleted there`,
          Subscribers: `${formatCount(contacts.subscribers)} checked, ${formatCount(contacts.pushed)} sent, ${formatCount(contacts.failed)} rejected`,
        }}
      />
    </>
  )
}
