import { Alert, Button, Code, Group, Modal, Radio, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { Icon } from '../../kit/icon.tsx'
import { counted } from '../../kit/words.ts'
import { JOBS, type Run } from './run.ts'

type Started = Answer<'post', '/api/admin/jobs'>
type MailJob = Extract<Run['job'], 'weekly-digests' | 'weather-alerts'>

const WHAT_JOBS_DO: Readonly<Record<MailJob, string>> = {
  'weekly-digests': 'Sends the week ahead and a look back to all subscribers who are due',
  'weather-alerts': 'Checks all subscribed places for hazards and sends new alerts',
}

/** Starts a job; a dry run only reports what would be sent. */
export function StartJob({ onStarted }: { onStarted(): unknown }) {
  const [isOpen, setOpen] = useState(false)
  const [job, setJob] = useState<MailJob>('weekly-digests')
  const [dryRun, setDryRun] = useState(true)
  const [started, setStarted] = useState<Started | null>(null)
  const start = useAction(() => api.post('/api/admin/jobs', { body: { job, dryRun } }), {
    onDone: async (answer) => {
      setStarted(answer)
      await onStarted()
    },
  })
  const close = () => {
    setOpen(false)
    setStarted(null)
    setDryRun(true)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)} leftSection={<Icon name="play" size={16} />}>
        Start job
      </Button>
      <Modal opened={isOpen} onClose={close} title={started === null ? 'Start a job' : JOBS[job]} size="lg">
        {started === null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void start.run()
            }}
          >
            <Stack>
              <Radio.Group label="Job" value={job} onChange={(value) => setJob(value as MailJob)}>
                <Stack gap="xs" mt={6}>
                  {(Object.keys(WHAT_JOBS_DO) as MailJob[]).map((name) => (
                    <Radio key={name} value={name} label={JOBS[name]} description={WHAT_JOBS_DO[name]} />
                  ))}
                </Stack>
              </Radio.Group>
              <Switch
                label="Dry run"
                description="Only shows what would be sent. Sends nothing and calls no provider."
                checked={dryRun}
                onChange={(event) => setDryRun(event.currentTarget.checked)}
              />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
                <Button type="submit" loading={start.isBusy}>
                  {dryRun ? 'Start dry run' : 'Start job'}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <StartedNote started={started} onClose={close} />
        )}
      </Modal>
    </>
  )
}

function StartedNote({ started, onClose }: { readonly started: Started; onClose(): void }) {
  const { preview } = started
  return (
    <Stack>
      {started.status === 'already_running' ? (
        <Alert color="orange" icon={<Icon name="warning" />}>
          This job is already running. No second run was started.
        </Alert>
      ) : started.run.dryRun ? (
        <Text>
          {started.run.status === 'running'
            ? 'The dry run is still running. Its result will appear in the list.'
            : `${counted(preview?.length ?? 0, 'email')} would be sent.`}
        </Text>
      ) : (
        <Text>The job is running. You can follow it in the list.</Text>
      )}
      {preview === undefined || preview.length === 0 ? null : (
        <Code block tabIndex={0} mah={360}>
          {preview.map((mail) => JSON.stringify(mail, null, 2)).join('\n')}
        </Code>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
