import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { useMe } from '../kit/me.ts'
import { Panel } from '../kit/page.tsx'
import type { Config } from '../settings/unit.ts'
import { useFirstSteps } from './facts.ts'
import { STEP_NAMES } from './steps.ts'

/** On the dashboard, for owners, until they finish or hide it: what remains of the first steps. */
export function FirstSteps() {
  const isOwner = useMe().may('owner')
  return isOwner ? <IfShown /> : null
}

function IfShown() {
  const { data, set } = useAnswer('first steps', () => api.get('/api/admin/config'))
  return data?.settings.firstSteps === 'shown' ? <Remaining onHidden={set} /> : null
}

function Remaining({ onHidden }: { onHidden(config: Config): unknown }) {
  const { steps } = useFirstSteps()
  const hide = useHiding(onHidden)
  if (steps === undefined) return null
  const open = steps.filter(({ isDone }) => !isDone)
  return (
    <Panel
      title="First steps"
      description={`${steps.length - open.length} of ${steps.length} are done`}
      actions={
        <Group gap="xs">
          <Button size="xs" variant="default" loading={hide.isBusy} onClick={() => void hide.run()}>
            {open.length === 0 ? 'Finish' : 'Hide'}
          </Button>
          {open.length > 0 && (
            <Button size="xs" component={Link} to="/admin/first-steps">
              Continue
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm">
        {open.length === 0 ? 'Your site is set up.' : `What remains: ${open.map(({ id }) => STEP_NAMES[id].toLowerCase()).join(', ')}.`}
      </Text>
    </Panel>
  )
}

/** Takes the first steps off the dashboard; the setting `firstSteps` brings them back. */
export const useHiding = (onDone: (config: Config) => unknown) =>
  useAction(() => api.patch('/api/admin/config', { body: { firstSteps: 'hidden' } }), { onDone })
