import { UNKNOWN } from '../../format/numbers.ts'

/** A measurement. What is not known is a dash, and is said in words to those who hear the page. */
export function Value({ text, unknown }: { readonly text: string; readonly unknown: string }) {
  if (text !== UNKNOWN) return text
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="unseen">{unknown}</span>
    </>
  )
}
