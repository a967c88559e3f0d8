import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Status } from '../../kit/status.tsx'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'

/** Signing in with the password and a code of a device. `isOn` is undefined while it is not known. */
export function SecondFactorPanel({ isOn, onChanged }: { readonly isOn: boolean | undefined; onChanged(): unknown }) {
  const [opened, setOpened] = useState<'enrol' | 'remove' | null>(null)
  const close = () => setOpened(null)
  return (
    <Panel
      title="Second factor"
      description="With it, a stolen password alone opens nothing: signing in also needs a code from an app on your device."
      actions={isOn === undefined ? null : <Status tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</Status>}
    >
      {isOn === undefined ? (
        <Skeleton height={36} width={180} />
      ) : (
        <Stack align="flex-start">
          {isOn ? (
            <>
              <Text size="sm">If you lose the device, a recovery code gets you in. New codes are made when you set it up anew.</Text>
              <Group>
                <Button variant="light" color="red" onClick={() => setOpened('remove')}>
                  Remove it
                </Button>
              </Group>
            </>
          ) : (
            <Button onClick={() => setOpened('enrol')} leftSection={<Icon name="shield" />}>
              Set it up
            </Button>
          )}
        </Stack>
      )}
      <EnrolSecondFactor isOpen={opened === 'enrol'} onClose={close} onDone={onChanged} />
      <RemoveSecondFactor isOpen={opened === 'remove'} onClose={close} onDone={onChanged} />
    </Panel>
  )
}
