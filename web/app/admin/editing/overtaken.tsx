import { Note } from './note.tsx'

/** Somebody else saved while one was writing, and that has been read meanwhile. */
export function Overtaken() {
  return (
    <Note tone="notice" title="Somebody else saved meanwhile" isNews>
      What you wrote is still here. Discard shows what they saved; Save puts yours in its place.
    </Note>
  )
}
