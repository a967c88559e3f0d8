/** One documented environment variable. `.env.example` and docs/configuration.md are generated from these. */
export interface Variable {
  readonly group: string
  readonly type: string
  /** The value when unset or empty; null: none. */
  readonly default: string | null
  readonly meaning: string
  /** Describes a default that depends on something else. */
  readonly defaultNote?: string
  /** Never printed, not even when invalid. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>
