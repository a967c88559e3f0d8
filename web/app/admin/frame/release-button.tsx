import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { ConfirmButton } from '../kit/dialogs.tsx'
import { useMe } from '../kit/me.ts'
import { useServiceState } from './state.ts'

/** Releases a restored copy: for owners, in the bar above every page. */
export function ReleaseButton() {
  const mayRelease = useMe().may('owner')
  const { change } = useServiceState()
  const release = useAction(() => api.post('/api/admin/hold/release'), {
    done: 'Released',
    // Not asked for again: nodes look every few seconds only, and until then would say that it is held.
    onDone: () => change((state) => ({ ...state, troubles: state.troubles.filter(({ kind }) => kind !== 'restored') })),
  })
  if (!mayRelease) return null
  return (
    <ConfirmButton title="Release this copy?" label="Release" button={{ size: 'xs', mt: 'xs' }} action={release}>
      It sends what waits, and runs its jobs. If the original is still running, people get mails, notifications and webhooks twice.
    </ConfirmButton>
  )
}
