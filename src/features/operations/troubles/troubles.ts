import type { Facts } from './facts.ts'
import { backups, disks, ground } from './platform-troubles.ts'
import { budgets, certificates, sources } from './source-troubles.ts'
import type { Judge, Trouble } from './trouble.ts'
import { jobs, outgoing } from './work-troubles.ts'

const JUDGES: readonly Judge[] = [ground, sources, budgets, outgoing, jobs, disks, backups, certificates]

/** Everything that is wrong, the worst first. Pure: bar, dashboard, notices and metrics all show this. */
export function detectTroubles(facts: Facts): Trouble[] {
  return sortTroubles(JUDGES.flatMap((judge) => judge(facts).filter((each) => each !== false)))
}

/** Stable: of equally bad ones the first stays first. */
export function sortTroubles<Some extends Pick<Trouble, 'severity'>>(troubles: readonly Some[]): Some[] {
  return troubles.toSorted((a, b) => Number(b.severity === 'bad') - Number(a.severity === 'bad'))
}
