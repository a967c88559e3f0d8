import { UNKNOWN } from '../../format/numbers.ts'

/** A measurement. An unknown one is a dash, with words for screen readers. */
export function Value({ text, unknown }: { readonly text: string; readonly unknown: string }) {
  if (text !== UNKNOWN) return text
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="unseen">{unknown}</span>
    </>
  )
}
