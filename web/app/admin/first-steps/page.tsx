import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Soft, Status } from '../kit/display.tsx'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { FailureNote, Note } from '../kit/notes.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { useHiding } from './dashboard-panel.tsx'
import { type FirstStepsState, useFirstSteps } from './facts.ts'
import { MailStep } from './mail-step.tsx'
import { NameStep } from './name-step.tsx'
import { NoticesStep } from './notices-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { STEP_NAMES, type Step, type StepId } from './steps.ts'
import { WeatherStep } from './weather-step.tsx'

export const meta = buildAdminMeta('First steps')

/** /admin/first-steps: from an empty service to a site with a name, weather, email, notices and a place, each tried out at once. */
export default function FirstStepsPage() {
  const isOwner = useMe().may('owner')
  const state = useFirstSteps()
  const { steps, config, systems, outbox } = state
  const failed = [config, systems, outbox].find(({ failure }) => failure !== undefined)
  return (
    <Page
      title="First steps"
      description="Six steps to a running site. Each is tried out at once, and each can be changed later on its own page."
    >
      {failed?.failure !== undefined && <FailureNote failure={failed.failure} onRetry={failed.reload} />}
      {!isOwner ? (
        <Note tone="quiet">Only owners can take these steps.</Note>
      ) : steps === undefined ? (
        failed === undefined && <Skeleton h={520} radius="lg" />
      ) : (
        <Steps {...state} steps={steps} />
      )}
    </Page>
  )
}

function Steps({ steps, config, systems, outbox }: FirstStepsState & { readonly steps: readonly Step[] }) {
  const navigate = useNavigate()
  const hide = useHiding(() => navigate('/admin'))
  const open = steps.filter(({ isDone }) => !isDone)
  if (config.data === undefined || systems.data === undefined) return null
  const shown: Readonly<Record<StepId, ReactNode>> = {
    account: <AccountStep />,
    name: <NameStep config={config.data} onSaved={config.set} reload={config.reload} />,
    weather: (
      <WeatherStep
        systems={systems.data}
        change={systems.change}
        reload={systems.reload}
        providers={config.data.settings.weatherProviders}
        onOrdered={config.set}
      />
    ),
    mail: <MailStep systems={systems.data} change={systems.change} reload={systems.reload} onTried={outbox.reload} />,
    notices: <NoticesStep onSaved={config.set} />,
    place: <PlaceStep config={config.data} onSaved={config.set} />,
  }
  return (
    <Stack gap="lg" maw="48rem">
      {steps.map(({ id, isDone }, index) => (
        <Panel
          key={id}
          title={`${index + 1}. ${STEP_NAMES[id]}`}
          actions={<Status tone={isDone ? 'good' : 'quiet'}>{isDone ? 'Done' : 'To do'}</Status>}
        >
          {shown[id]}
        </Panel>
      ))}
      <Group justify="space-between">
        <Soft>
          {open.length === 0
            ? 'All of them are done.'
            : `${open.length} of ${steps.length} to do; the dashboard shows them until you finish.`}
        </Soft>
        <Button loading={hide.isBusy} onClick={() => void hide.run()}>
          {open.length === 0 ? 'Finish' : 'Finish without the rest'}
        </Button>
      </Group>
    </Stack>
  )
}

function AccountStep() {
  const { user } = useMe()
  return (
    <Text size="sm">
      You are signed in as <strong>{user.email}</strong>, an owner. A password alone can be phished:{' '}
      <Anchor component={Link} to="/admin/account" inherit underline="always">
        add a passkey or an authenticator app
      </Anchor>
      .
    </Text>
  )
}
