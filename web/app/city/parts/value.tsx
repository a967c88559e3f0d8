/** A measurement. What is not known is a dash, and is said in words to those who hear the page. */
export function Value({ text, unknown }: { readonly text: string; readonly unknown: string }) {
  if (text !== '–') return text
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="unseen">{unknown}</span>
    </>
  )
}
