import { waitAtMost } from '../../../platform/at-most.ts'

/** The conditions for this node to take requests, by name. A check that throws or takes too long counts as failed; why is not known then. */
export type Checks = Readonly<Record<string, () => Promise<boolean>>>

export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, boolean>>
  /** Checks that were not answered: they threw, or took too long. */
  readonly unanswered: readonly string[]
}

const REASONS: Readonly<Record<string, string>> = {
  database: 'the database does not answer',
  migrations: "the database does not have this release's migrations",
  writes: 'the database cannot be written to',
}

/** What each check finds out. */
const QUESTIONS: Readonly<Record<string, string>> = {
  database: 'whether the database answers',
  migrations: "whether the database has this release's migrations",
  writes: 'whether the database can be written to',
}

/** Runs all checks in parallel, each with its own deadline. Never throws. */
export async function checkReadiness(checks: Checks, timeoutMs: number): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, answer: await answerOf(check, timeoutMs) })),
  )
  return {
    ready: results.every(({ answer }) => answer === true),
    checks: Object.fromEntries(results.map(({ name, answer }) => [name, answer === true])),
    unanswered: results.flatMap(({ name, answer }) => (answer === null ? [name] : [])),
  }
}

/** What has failed, in words. What was not answered is told as such, and not at all if the database does not answer anything. */
export function listUnreadyReasons({ checks, unanswered }: Readiness): string[] {
  const failed = Object.keys(checks).filter((name) => checks[name] === false)
  const known = failed.filter((name) => !unanswered.includes(name)).map((name) => REASONS[name] ?? name)
  if (known.length > 0) return known
  const open = unanswered.map((name) => QUESTIONS[name] ?? `whether ${name}`)
  return open.length === 0 ? [] : [`it could not be found out in time ${new Intl.ListFormat('en').format(open)}`]
}

/** Null: there is no answer. */
async function answerOf(check: () => Promise<boolean>, timeoutMs: number): Promise<boolean | null> {
  let answer: boolean | null = null
  await waitAtMost(
    timeoutMs,
    check().then(
      (result) => (answer = result),
      () => undefined,
    ),
  )
  return answer
}
