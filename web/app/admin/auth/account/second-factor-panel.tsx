import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Status } from '../../kit/status.tsx'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'

/** The state of two-factor authentication. `isOn` is undefined while unknown. */
export function SecondFactorPanel({ isOn, onChanged }: { readonly isOn: boolean | undefined; onChanged(): unknown }) {
  const [opened, setOpened] = useState<'enrol' | 'remove' | null>(null)
  const close = () => setOpened(null)
  return (
    <Panel
      title="Two-factor authentication"
      description="Signing in also needs a code from an app on your device, so a stolen password is not enough."
      actions={isOn === undefined ? null : <Status tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</Status>}
    >
      {isOn === undefined ? (
        <Skeleton height={36} width={180} />
      ) : (
        <Stack align="flex-start">
          {isOn ? (
            <>
              <Text size="sm">
                If you lose your device, sign in with a recovery code. To get new codes, turn this off and set it up again.
              </Text>
              <Group>
                <Button variant="light" color="red" onClick={() => setOpened('remove')}>
                  Turn off two-factor authentication
                </Button>
              </Group>
            </>
          ) : (
            <Button onClick={() => setOpened('enrol')} leftSection={<Icon name="shield" />}>
              Set up two-factor authentication
            </Button>
          )}
        </Stack>
      )}
      <EnrolSecondFactor isOpen={opened === 'enrol'} onClose={close} onDone={onChanged} />
      <RemoveSecondFactor isOpen={opened === 'remove'} onClose={close} onDone={onChanged} />
    </Panel>
  )
}
