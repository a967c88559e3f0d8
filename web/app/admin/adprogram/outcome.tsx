import { useSearchParams } from 'react-router'
import { Note } from '../editing/note.tsx'

/** How asking the ad program for its permission went: it sends the browser back with it. */
export function Outcome() {
  const [query, setQuery] = useSearchParams()
  const close = () => setQuery({}, { replace: true })
  switch (query.get('outcome')) {
    case 'connected':
      return (
        <Note tone="good" title="Connected" isNews onClose={close}>
          Fetching the figures. This takes a moment.
        </Note>
      )
    case 'denied':
      return (
        <Note tone="notice" title="Not connected" isNews onClose={close}>
          Access was denied at the ad program.
        </Note>
      )
    default:
      return null
  }
}
