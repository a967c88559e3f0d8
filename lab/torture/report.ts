import type { CampaignResult } from './campaign.ts'

/** The figures of a campaign as lines of text. */
export function tableOf(result: CampaignResult): string[] {
  const { schedule, observed, writes, mails, ledger } = result
  return [
    ...counts('requests', result.operations),
    ...counts('faults', result.faults),
    ...counts('answers', observed.byStatus),
    line('requests in all', `${observed.requests}, ${observed.unanswered} of them without an answer (the service was down)`),
    line('kills and stops', String(result.kills)),
    line(
      'writes',
      `${writes.acknowledged} acknowledged, ${writes.lost} of them lost; ${writes.unanswered} unanswered, ${writes.refused} refused`,
    ),
    line('mails', `${mails.sent} sent, ${mails.lost} lost, ${mails.repeated} repeated, ${mails.otherwise} settled otherwise`),
    line(
      'upstream calls',
      `${ledger.seen} seen, ${ledger.rows} in the ledger, ${ledger.withoutOutcome} without outcome; tokensUsed ${ledger.tokens}`,
    ),
    line('worst event-loop delay', `${result.worstEventLoopDelayMs} ms`),
    line('worst answer', `${observed.worstAnswer.ms} ms: ${observed.worstAnswer.what}`),
    line('worst outage', `${result.worstOutageMs} ms`),
    line('seed', String(schedule.seed)),
    line('findings', String(result.findings.length)),
  ]
}

const line = (name: string, text: string): string => `${name.padEnd(24)} ${text}`

function counts(name: string, all: Readonly<Record<string, number>>): string[] {
  const text = Object.entries(all)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, n]) => `${kind} ${n}`)
    .join(', ')
  return [line(name, text || 'none')]
}
