interface Truth {
  readonly kind: 'observation' | 'analysis'
  readonly isOwn: boolean
}

/** The most independent truth for each lead: measurements, then another source's analysis, then the source's own. */
export function selectBestTruths<Scored extends { readonly leadHours: number; readonly truth: Truth }>(
  scored: readonly Scored[],
): Scored[] {
  const rank = ({ truth }: Scored) => (truth.kind === 'observation' ? 0 : truth.isOwn ? 2 : 1)
  return [...Map.groupBy(scored, ({ leadHours }) => leadHours).values()].flatMap((same) =>
    same.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1),
  )
}
