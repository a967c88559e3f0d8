import { atMost } from '../../../platform/at-most.ts'

/** The conditions for this node to take requests, by name. A check that throws or takes too long counts as failed. */
export type Checks = Readonly<Record<string, () => Promise<boolean>>>

export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, boolean>>
}

const REASONS: Readonly<Record<string, string>> = {
  database: 'the database does not answer',
  migrations: "the database does not have this release's migrations",
  writes: 'the database cannot be written to',
}

const CHECK_TIMEOUT_MS = 2000

/** Runs all checks in parallel, each with its own deadline. Never throws. */
export async function readinessOf(checks: Checks, timeoutMs: number = CHECK_TIMEOUT_MS): Promise<Readiness> {
  const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await passes(check, timeoutMs)] as const))
  return { ready: results.every(([, passed]) => passed), checks: Object.fromEntries(results) }
}

/** What has failed, in words. */
export function reasonsIn({ checks }: Readiness): string[] {
  return Object.keys(checks)
    .filter((name) => checks[name] === false)
    .map((name) => REASONS[name] ?? name)
}

async function passes(check: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  let passed = false
  try {
    await atMost(
      timeoutMs,
      check().then((result) => (passed = result)),
    )
  } catch {
    return false
  }
  return passed
}
