import type { CampaignResult } from './campaign.ts'

/** The figures of a campaign as lines of text. */
export function renderCampaignTable(seed: number, result: Omit<CampaignResult, 'schedule' | 'history'>): string[] {
  const { observed, writes, mails, ledger } = result
  return [
    line('requests', counts(result.operations)),
    line('faults', counts(result.faults)),
    line('answers', counts(observed.byStatus)),
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
    line('worst answer', `${observed.worstAnswer.ms} ms: ${observed.worstAnswer.what}`),
    line('worst outage', `${result.worstOutageMs} ms`),
    line('seed', String(seed)),
    line('findings', String(result.findings.length)),
  ]
}

const line = (name: string, text: string): string => `${name.padEnd(24)} ${text}`

/** The most frequent first. */
function counts(all: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(all).sort(([, a], [, b]) => b - a)
  return sorted.map(([kind, n]) => `${kind} ${n}`).join(', ') || 'none'
}
