import { useSearchParams } from 'react-router'
import { Note } from '../editing/note.tsx'

/** The outcome of connecting the ad program, from the query of the redirect back. */
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
