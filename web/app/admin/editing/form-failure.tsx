import type { ApiFailure } from '../../api/ask.ts'
import { toldFailure } from '../kit/failure.tsx'
import { Note } from './note.tsx'

/** Above a form's fields: why it was refused, unless a field says so. */
export function FormFailure({ failure, isTold }: { readonly failure: ApiFailure | undefined; readonly isTold: boolean }) {
  if (failure === undefined || isTold) return null
  return (
    <Note tone="bad" isNews>
      {toldFailure(failure)}
    </Note>
  )
}
