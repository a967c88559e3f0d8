import type { ReactNode } from 'react'

/** A description, with text in backticks as code. */
export function Text({ of }: { readonly of: string }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change order
  return of.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))
}
