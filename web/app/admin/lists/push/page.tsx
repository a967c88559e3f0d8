import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { Facts, Time } from '../../kit/display.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListHandle, ListItem, SortName } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { Note } from '../../kit/notes.tsx'

const DEVICES = '/api/admin/push-devices'
type Device = ListItem<typeof DEVICES>
type Tested = Answer<'post', '/api/admin/push-devices/{id}/test'>

export const meta = buildAdminMeta('Push devices')

const COLUMNS: readonly Column<Device, SortName<typeof DEVICES>>[] = [
  { head: 'Places', cell: placesOf },
  { head: 'Push service', cell: ({ service }) => service },
  { head: 'Language', cell: ({ lang }) => lang, isMinor: true },
  { head: 'Last alive', cell: ({ aliveAt }) => <Time at={aliveAt} />, sort: 'aliveAt', isDescendingFirst: true },
  { head: 'Turned on', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt', isDescendingFirst: true, isMinor: true },
]

export default function PushDevices() {
  return (
    <ListPage
      path={DEVICES}
      title="Push devices"
      description="Browsers that are notified of warnings and thresholds."
      columns={COLUMNS}
      search="Place or push service"
      defaultSort="-createdAt"
      keyOf={({ id }) => id}
      nothing="Readers turn notifications on at the page of a place."
      renderActions={() => (
        <Button component={Link} to="/admin/push-messages" variant="default">
          Notifications
        </Button>
      )}
      renderDetails={(device, list) => <DeviceDetails key={device.id} device={device} list={list} />}
      detailsTitle={placesOf}
    />
  )
}

function placesOf({ places }: Device): string {
  return places.join(', ')
}

/** One browser, which editors may test and forget. */
function DeviceDetails({ device, list }: { readonly device: Device; readonly list: ListHandle<Device> }) {
  const { may } = useMe()
  const { id } = device
  const test = useAction(() => api.post('/api/admin/push-devices/{id}/test', { path: { id } }), { reload: list.reload })
  const [tested, setTested] = useState<Tested>()
  const forget = useAction(() => api.delete('/api/admin/push-devices/{id}', { path: { id } }), {
    done: 'Device forgotten',
    onDone: list.reload,
    reload: list.reload,
  })
  return (
    <Stack>
      <Facts
        facts={{
          Places: placesOf(device),
          'Push service': device.service,
          Language: device.lang,
          'Turned on': <Time at={device.createdAt} absolute />,
          'Last alive': <Time at={device.aliveAt} absolute />,
        }}
      />
      <Anchor component={Link} to={`/admin/push-messages?deviceId=${id}`}>
        Its notifications
      </Anchor>
      <Anchor component={Link} to={`/admin/why?device=${id}`}>
        Why is it notified, or not?
      </Anchor>
      {tested !== undefined && (
        <Note tone={tested.outcome === 'sent' ? 'good' : 'bad'} isNews>
          {tested.message}.
        </Note>
      )}
      {may('editor') ? (
        <Group>
          <Button onClick={async () => setTested(await test.run())} loading={test.isBusy} variant="default">
            Send a test notification
          </Button>
          <Button onClick={() => void forget.run()} loading={forget.isBusy} variant="default">
            Forget this device
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
