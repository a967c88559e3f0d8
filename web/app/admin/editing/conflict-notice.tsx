import { Note } from './note.tsx'

/** Someone else saved during editing, and their version has been loaded. */
export function ConflictNotice() {
  return (
    <Note tone="notice" title="Someone else saved changes" isNews>
      Your changes are still here. Discard them to see the saved version, or save to overwrite it.
    </Note>
  )
}
