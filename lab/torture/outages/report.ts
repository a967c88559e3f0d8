import type { OutageResult } from './run.ts'

const HEAD = ['outage', 'away s', 'felt s', 'back after s', 'requests', 'slow', '5xx or none', 'stale', 'worst s', 'repeated calls']

/** What was felt of each outage, as a Markdown table, and the totals of the run. */
export function outageTable({ felt, campaign: { mails, ledger, writes } }: OutageResult): string[] {
  const rows = felt.map(({ name, awayMs, feltMs, recoveredMs, requests, slow, errors, stale, worstMs, repeatedCalls }) => [
    name,
    seconds(awayMs),
    seconds(feltMs),
    seconds(recoveredMs),
    String(requests),
    String(slow),
    Object.entries(errors)
      .map(([kind, n]) => `${n} × ${kind}`)
      .join(', ') || '0',
    String(stale),
    seconds(worstMs),
    String(repeatedCalls),
  ])
  return [
    `| ${HEAD.join(' | ')} |`,
    `|${HEAD.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `writes ${writes.acknowledged}, lost ${writes.lost}; mails sent ${mails.sent}, lost ${mails.lost}, repeated ${mails.repeated}; upstream calls ${ledger.seen}, in the ledger ${ledger.rows}`,
  ]
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
