interface FoldOf {
  readonly id: string
  readonly title: string
  readonly isOpen?: boolean
  readonly className?: string | undefined
  readonly children: React.ReactNode
}

/** A part of a page that its title opens, also without scripts. */
export function Fold({ id, title, isOpen = false, className = '', children }: FoldOf) {
  return (
    <section aria-labelledby={id} className={`card fold ${className}`}>
      <details open={isOpen}>
        <summary className="when-whole chevron">
          <h2 id={id}>{title}</h2>
        </summary>
        <div className="stack">{children}</div>
      </details>
    </section>
  )
}
