/** One environment variable, as documented. `.env.example` and docs/configuration.md are generated from these. */
export interface Variable {
  readonly group: string
  readonly type: string
  /** The value it has when unset or empty; null: none. */
  readonly default: string | null
  readonly meaning: string
  /** How the default reads when it depends on something else. */
  readonly defaultNote?: string
  /** Never printed, not even when it is wrong. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>
